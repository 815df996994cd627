import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { defineServerState } from "../../../core/serverState.ts";
import { getOwnerId } from "../../access/service.ts";
import { continueAnswer } from "../../conversations/service.ts";
import { deleteWaitingRun, findWaitingRun, insertWaitingRun } from "./repository.ts";
import type { WaitingRun } from "./waitingRun.ts";

/** How long a person may take to decide. */
const maxAgeMs = 30 * 24 * 3_600_000;
const maxLocalAgeMs = 24 * 3_600_000;
/** Waiting runs of local conversations in memory, of one person and of all people. */
const maxLocalRunsPerPerson = 10;
const maxLocalRuns = 1_000;
/** All of them together, in UTF-16 code units. */
const maxLocalLength = 128_000_000;

interface LocalRun {
  ownerId: string;
  run: WaitingRun;
  createdAt: number;
  /** Length of the run's JSON text. */
  length: number;
}

/** Of local conversations nothing is stored, so that their waiting runs end with the process. The oldest is first. */
const localRuns = defineServerState(() => new Map<string, LocalRun>());

const toLocalKey = (ownerId: string, requestId: string) => JSON.stringify([ownerId, requestId]);

/** Keeps a run until the person decides: in the database, or in memory if the conversation is local. */
export async function keepWaitingRun(platform: Platform, actor: Actor, run: WaitingRun): Promise<void> {
  const ownerId = getOwnerId(actor);
  const now = platform.clock.now();
  const { requestId, cloudIds } = run.turn;
  if (!cloudIds) {
    const runs = localRuns(platform);
    const key = toLocalKey(ownerId, requestId);
    runs.delete(key); // the new one comes last
    runs.set(key, { ownerId, run, createdAt: now.getTime(), length: JSON.stringify(run).length });
    evictLocalRuns(runs, ownerId, now.getTime());
    return;
  }
  const row = {
    owner_id: ownerId,
    request_id: requestId,
    conversation_id: cloudIds.conversationId,
    message_id: cloudIds.replyId,
    content: JSON.stringify(run),
    created_at: now,
  };
  await insertWaitingRun(platform.db, row, new Date(now.getTime() - maxAgeMs));
}

/** Returns a run that waits for this person; null if there is none. */
export async function findWaiting(platform: Platform, actor: Actor, requestId: string): Promise<WaitingRun | null> {
  const ownerId = getOwnerId(actor);
  const now = platform.clock.now().getTime();
  const runs = localRuns(platform);
  evictLocalRuns(runs, ownerId, now);
  const localRun = runs.get(toLocalKey(ownerId, requestId));
  if (localRun) return localRun.run;
  const content = await findWaitingRun(platform.db, ownerId, requestId, new Date(now - maxAgeMs));
  // Only `keepWaitingRun` writes this column.
  return content === null ? null : (JSON.parse(content) as WaitingRun);
}

/**
 * Gives a waiting run to the run `requestId`, which continues it; only one run gets it. Returns the branch of a cloud
 * conversation, and null for a local one. Throws `conflict` if another run has got it, and the errors of
 * `continueAnswer`.
 */
export async function takeWaitingRun(platform: Platform, actor: Actor, { turn }: WaitingRun, requestId: string) {
  const ownerId = getOwnerId(actor);
  const { cloudIds } = turn;
  if (!cloudIds) {
    if (!localRuns(platform).delete(toLocalKey(ownerId, turn.requestId))) throw createDecidedError();
    return null;
  }
  const { conversationId, replyId } = cloudIds;
  const answer = { replyId, from: turn.requestId, to: requestId };
  const { branch } = await continueAnswer(platform, { ownerId, conversationId }, answer, {
    async takeRun(tx) {
      if (!(await deleteWaitingRun(tx, ownerId, turn.requestId))) throw createDecidedError();
    },
  });
  return branch;
}

/** Forgets waiting runs that are too old, too many or too large, the oldest first. */
function evictLocalRuns(runs: Map<string, LocalRun>, ownerId: string, now: number): void {
  const ownKeys = [...runs].filter(([, run]) => run.ownerId === ownerId).map(([key]) => key);
  for (const key of ownKeys.slice(0, -maxLocalRunsPerPerson)) runs.delete(key);
  let totalLength = [...runs.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [key, { createdAt, length }] of runs) {
    if (runs.size <= maxLocalRuns && totalLength <= maxLocalLength && now - createdAt <= maxLocalAgeMs) break;
    runs.delete(key);
    totalLength -= length;
  }
}

function createDecidedError(): AppError {
  return new AppError("conflict", { userMessage: "This has already been decided." });
}
