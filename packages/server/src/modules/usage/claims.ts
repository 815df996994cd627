import type { Platform } from "../../core/context.ts";
import type { RunKey } from "../../platform/runLog/runLog.ts";
import type { RunDirectory } from "../../platform/runLog/sharedRunLog.ts";
import { insertRunClaim, deleteOpenUsage, findClaimingProcess, interruptClaim, listRunsElsewhere } from "./repository.ts";
import { toUsageRow, type NewUsage } from "./toUsageRow.ts";

/** As long as a run log keeps what has ended. */
const keptMs = 5 * 60_000;
/** As long as a database takes to come back. */
const takeBackMs: readonly number[] = [1_000, 10_000, 60_000, 300_000];

export interface NewRunClaim extends Omit<NewUsage, "purpose"> {
  /** The conversation as its client names it, also where it is a local one: its id is hashed, and kept while the answer is written. */
  hashedConversationId: string | null;
}

/**
 * Opens the row of an answer, as `openUsage` does, and with it claims the request: of all processes one writes the answer. Gives the
 * row's id, or null where another process writes it or has lately written it. `ignoreAnswered`: only a process that is writing it counts.
 */
export async function tryClaimRun(
  platform: Platform,
  { hashedConversationId, ...opening }: NewRunClaim,
  ignoreAnswered = false,
): Promise<string | null> {
  const hash =
    hashedConversationId === null ? null : hashConversationId(platform, opening.userId, hashedConversationId);
  const row = { ...toUsageRow(platform, { ...opening, purpose: "chat" }), conversation_hash: hash };
  try {
    const wasClaimed = await insertRunClaim(platform.db, row, ignoreAnswered ? null : retentionStart(platform));
    return wasClaimed ? row.id : null;
  } catch (error) {
    // It may have been made, and only the reply was lost.
    void retryDeletingClaim(platform, row.id);
    throw error;
  }
}

/** A claim that nobody knows of would stand, and be listed as an answer being written, for as long as this process lives. Never rejects. */
async function retryDeletingClaim(platform: Platform, id: string): Promise<void> {
  const { signal } = new AbortController();
  for (const waitMs of takeBackMs) {
    await platform.wait(waitMs, signal);
    if (platform.runLog.isEnding()) return;
    try {
      return await deleteOpenUsage(platform.db, id);
    } catch (error) {
      platform.log.warn({ err: error, usageId: id }, "a claim that may have been made could not be taken back yet");
    }
  }
}

/** Takes the claim to a request from a process that does not hold it any more: it is dead, or has forgotten the run. */
export async function revokeClaim(
  { db, clock }: Platform,
  { userId, requestId }: RunKey,
  processId: string,
): Promise<void> {
  await interruptClaim(db, userId, requestId, processId, clock.now());
}

/** The process that answers a request, or has lately answered it; null: none. */
export async function findRunOwner(platform: Pick<Platform, "db" | "clock">, key: RunKey): Promise<string | null> {
  return findClaimingProcess(platform.db, key.userId, key.requestId, retentionStart(platform));
}

/** Which process writes what, from the rows that are open. */
export function createRunDirectory(platform: Pick<Platform, "db" | "clock" | "secrets" | "processes">): RunDirectory {
  const { db, processes } = platform;
  // While this process is cut off from the others nobody is known to be dead.
  const deadAmong = (ids: string[]) => processes.deadAmong(ids).catch((): string[] => []);
  return {
    ownerOf: (key) => findRunOwner(platform, key),
    async liveElsewhere(userId, conversationId) {
      const hash = conversationId === undefined ? null : hashConversationId(platform, userId, conversationId);
      const rows = await listRunsElsewhere(db, userId, processes.id, hash);
      const owners = rows.flatMap(({ process_id }) => process_id ?? []);
      const dead = new Set(owners.length > 0 ? await deadAmong([...new Set(owners)]) : []);
      return rows
        .filter(({ process_id }) => process_id !== null && !dead.has(process_id))
        .map((row) => ({
          userId,
          requestId: row.request_id,
          conversationId: conversationId ?? row.conversation_id,
          startedAt: row.opened_at,
        }));
    },
  };
}

function retentionStart({ clock }: Pick<Platform, "clock">): Date {
  return new Date(clock.now().getTime() - keptMs);
}

function hashConversationId({ secrets }: Pick<Platform, "secrets">, userId: string, conversationId: string): string {
  return secrets.sign("conversationIds", `${userId}\n${conversationId}`);
}
