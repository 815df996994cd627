import { type RawBuilder, sql } from "kysely";
import type { Platform } from "../../core/context.ts";
import { retryInBackground } from "../../core/retryInBackground.ts";
import { prepared } from "../../platform/db/preparedStatements.ts";
import type { RunKey } from "../../platform/runLog/runLog.ts";
import type { RunDirectory } from "../../platform/runLog/sharedRunLog.ts";
import {
  buildRunClaimInsert,
  deleteOpenUsage,
  findAssistantOfRequest,
  findClaimingProcess,
  interruptClaim,
  listRemoteRunRows,
} from "./repository.ts";
import { type NewUsage, toUsageRow } from "./toUsageRow.ts";

/** How long a run log retains runs that have ended (`endedRetentionMs`). */
const endedRunRetentionMs = 5 * 60_000;

export interface NewRunClaim extends Omit<NewUsage, "purpose"> {
  /** The id of the conversation, which may be local. Only its hash is stored, and only until the answer has ended. */
  conversationIdToHash: string | null;
}

/** Executes a claim's insert, possibly as a part of a larger statement. Returns true if it inserted the row. */
export type ExecuteClaim = (insert: RawBuilder<{ id: string }>) => Promise<boolean>;

interface ClaimOptions {
  /** With true, recent answers of other processes do not prevent the claim. */
  ignoreAnswered: boolean;
  /** By default, the insert is a statement of its own. */
  execute?: ExecuteClaim | undefined;
}

/**
 * Opens the usage row of an answer, like `openUsage`. The row is also the claim to the request, which only one process
 * may answer. Returns the row's id, or null if the request has an open row or another process has recently answered it.
 */
export async function tryClaimRun(
  platform: Platform,
  { conversationIdToHash, ...newUsage }: NewRunClaim,
  {
    ignoreAnswered,
    execute = async (insert) => (await sql`${insert} ${prepared}`.execute(platform.db)).rows.length > 0,
  }: ClaimOptions,
): Promise<string | null> {
  const conversationHash =
    conversationIdToHash === null
      ? null
      : hashConversationId(platform, newUsage.payer.principal.id, conversationIdToHash);
  const row = { ...toUsageRow(platform, { ...newUsage, purpose: "chat" }), conversation_hash: conversationHash };
  try {
    const insert = buildRunClaimInsert(row, ignoreAnswered ? null : getRetentionStart(platform));
    return (await execute(insert)) ? row.id : null;
  } catch (error) {
    // The row may have been inserted although the database's response was lost. Then the run would be listed as live
    // until this process ends.
    const deleteClaim = () => deleteOpenUsage(platform.db, row.id);
    const message = "a usage claim could not be rolled back yet";
    void retryInBackground(platform, deleteClaim, { message, logFields: { usageId: row.id } });
    throw error;
  }
}

/** Revokes the claim of a process that is dead or no longer knows the run. */
export async function revokeClaim(
  { db, clock }: Platform,
  { userId, requestId }: RunKey,
  processId: string,
): Promise<void> {
  await interruptClaim(db, userId, requestId, processId, clock.now());
}

/** Finds the process that is answering a request or has recently answered it. */
export async function findRunOwner(platform: Pick<Platform, "db" | "clock">, key: RunKey): Promise<string | null> {
  return findClaimingProcess(platform.db, key.userId, key.requestId, getRetentionStart(platform));
}

/** Finds the version of the assistant that answers or has answered a request, or the assistant of a draft; null: none. */
export async function findAssistantOfRun({ db }: Pick<Platform, "db">, key: RunKey): Promise<string | null> {
  return findAssistantOfRequest(db, key.userId, key.requestId);
}

/** Creates a directory that finds runs by their usage rows. */
export function createRunDirectory(platform: Pick<Platform, "db" | "clock" | "secrets" | "processes">): RunDirectory {
  const { db, processes } = platform;
  // If the dead processes cannot be determined, treat all processes as alive.
  const findDead = (ids: string[]) => processes.findDead(ids).catch((): string[] => []);
  return {
    findOwner: (key) => findRunOwner(platform, key),
    async listRemoteRuns(userId, conversationId) {
      const conversationHash =
        conversationId === undefined ? null : hashConversationId(platform, userId, conversationId);
      const rows = await listRemoteRunRows(db, userId, processes.id, conversationHash);
      const ownerIds = rows.flatMap(({ process_id }) => process_id ?? []);
      const deadProcessIds = new Set(ownerIds.length > 0 ? await findDead([...new Set(ownerIds)]) : []);
      return rows
        .filter(({ process_id }) => process_id !== null && !deadProcessIds.has(process_id))
        .map((row) => ({
          userId,
          requestId: row.request_id,
          conversationId: conversationId ?? row.conversation_id,
          startedAt: row.opened_at,
        }));
    },
  };
}

function getRetentionStart({ clock }: Pick<Platform, "clock">): Date {
  return new Date(clock.now().getTime() - endedRunRetentionMs);
}

function hashConversationId({ secrets }: Pick<Platform, "secrets">, userId: string, conversationId: string): string {
  return secrets.sign("conversationIds", `${userId}\n${conversationId}`);
}
