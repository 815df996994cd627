import { limits, syncPrompts } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { getReplyRecordIds, mergeSyncReply, type SentEdits } from "./mergeSyncReply.ts";
import { parseSyncReply } from "./parseSyncReply.ts";
import { type PromptDatabase, type PromptStoreChange, type PromptStoreRecord, toRecordId } from "./promptDatabase.ts";

export interface SyncContext {
  database: PromptDatabase;
  /** Returns the ids of the records whose changes are still to be sent. */
  getUnsentIds(): readonly string[];
  /** The items that were sent without a reply. They remain between syncs. */
  unconfirmedItems: Map<string, PromptStoreRecord["entry"]["item"]>;
  /** Called after each write to the records. */
  onChange(change: PromptStoreChange): void;
  /** Receives the names of the conflict copies: copies of prompts that lost a conflict. */
  onConflictCopies(copyNames: readonly string[]): void;
  /** Receives the names of received prompts whose changes the server has undone. */
  onChangesUndone(names: readonly string[]): void;
  onRejected(name: string, reason: string | null): void;
}

/**
 * The maximum number of JSON characters per call, unless a single item is longer: far below the server's limit, and
 * small enough for a slow network.
 */
const maxBatchCharacters = 4_000_000;

/**
 * Sends local changes and receives those of other devices until both sides are equal. Marks a change that the server
 * will never accept, so that it does not block the others. Throws CallError if a call fails in any other way.
 */
export async function syncPromptStore(context: SyncContext): Promise<void> {
  const { database, unconfirmedItems } = context;
  const sentEdits = new Map<string, number>();
  let maxItems: number = limits.promptStoreChangesPerCall;
  for (;;) {
    const knownRecords = await database.read(context.getUnsentIds());
    const unsentRecords = [...knownRecords.records.values()].filter(
      ({ id, edit, isRefused }) => edit > 0 && !isRefused && sentEdits.get(id) !== edit,
    );
    // Before sending anything new, find out whether the server has the unconfirmed items.
    const batch = unconfirmedItems.size > 0 ? [] : pickBatch(unsentRecords.toSorted(foldersFirst), maxItems);
    const sentBatchEdits: SentEdits = new Map(batch.map(({ id, edit }) => [id, edit]));
    const reply = await send(knownRecords.cursor, batch);
    if (reply instanceof CallError) {
      if (!isPermanent(reply)) for (const { id, entry } of batch) unconfirmedItems.set(id, entry.item);
      if (batch.length === 0 || !isPermanent(reply)) throw reply;
      if (batch.length === 1) await markRejected(context, batch, reply);
      maxItems = Math.max(1, Math.floor(batch.length / 2));
      continue;
    }
    for (const [id, edit] of sentBatchEdits) sentEdits.set(id, edit);
    maxItems = Math.min(maxItems * 2, limits.promptStoreChangesPerCall);
    const change = await database.update(getReplyRecordIds(reply, sentBatchEdits), (currentRecords) =>
      mergeSyncReply(currentRecords, reply, sentBatchEdits, unconfirmedItems),
    );
    context.onChange(change);
    if (!reply.hasMore) unconfirmedItems.clear();
    const copyIds = new Set(reply.conflicts.map(({ copyId }) => copyId));
    const copyNames = reply.items.flatMap(({ id, item }) => (item && copyIds.has(id) ? [item.name] : []));
    if (copyNames.length > 0) context.onConflictCopies(copyNames);
    // Apart from deletions, only received prompts have conflicts without a copy.
    const undoneIds = new Set(
      reply.conflicts.flatMap(({ kind, id, copyId }) => (copyId === null ? [toRecordId(kind, id)] : [])),
    );
    const undoneNames = batch.flatMap(({ id, entry: { kind, item } }) =>
      kind === "prompt" && item && undoneIds.has(id) ? [item.name] : [],
    );
    if (undoneNames.length > 0) context.onChangesUndone(undoneNames);
    const hasCursorMoved = change.cursor !== knownRecords.cursor;
    if (unsentRecords.length <= batch.length && !(reply.hasMore && hasCursorMoved) && change.cursor === reply.cursor)
      return;
  }
}

async function send(since: number, batch: readonly PromptStoreRecord[]) {
  try {
    return parseSyncReply(await call(syncPrompts, { since, changes: batch.map(({ entry }) => entry) }));
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

async function markRejected(
  context: SyncContext,
  batch: readonly PromptStoreRecord[],
  { reason }: CallError,
): Promise<void> {
  for (const { id, edit, entry } of batch) {
    const change = await context.database.update([id], ({ records }) => {
      const record = records.get(id);
      return { upsertedRecords: record?.edit === edit ? [{ ...record, isRefused: true }] : [], removedIds: [] };
    });
    context.onChange(change);
    context.onRejected(entry.item?.name ?? entry.id, reason);
  }
}

/** True if the server would always reject the same call. */
const isPermanent = ({ status }: CallError) => status === 400 || status === 409 || status === 413 || status === 422;

/** Sorts folders before prompts: a prompt must not reach another device before its folder. */
const foldersFirst = (a: PromptStoreRecord, b: PromptStoreRecord) => a.entry.kind.localeCompare(b.entry.kind);

function pickBatch(unsentRecords: readonly PromptStoreRecord[], maxItems: number): PromptStoreRecord[] {
  const batch: PromptStoreRecord[] = [];
  let length = 0;
  for (const record of unsentRecords.slice(0, maxItems)) {
    length += JSON.stringify(record.entry).length;
    if (batch.length > 0 && length > maxBatchCharacters) break;
    batch.push(record);
  }
  return batch;
}
