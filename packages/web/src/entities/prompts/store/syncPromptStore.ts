import { limits, syncPrompts } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { getReplyRecordIds, mergeSyncReply, type Sent } from "./mergeSyncReply.ts";
import { parseSyncReply } from "./parseSyncReply.ts";
import type { PromptStoreChange, PromptStoreRecord, PromptStoreRecords } from "./promptStoreRecords.ts";

export interface SyncContext {
  records: PromptStoreRecords;
  /** Ids of the records that may have to be sent. */
  unsent(): readonly string[];
  /** What was sent without a reply, from one time to the next. */
  inDoubt: Map<string, PromptStoreRecord["entry"]["item"]>;
  /** Hears of all that was written. */
  onChange(change: PromptStoreChange): void;
  /** Names of the copies of prompts that lost to another device. */
  onConflictCopies(names: readonly string[]): void;
  onRejected(name: string, reason: string | null): void;
}

/** One call's changes in UTF-16 code units of JSON: far below what a server takes, and soon through a slow network. */
const maxBatchCharacters = 4_000_000;

/**
 * Sends what was changed here and takes what was changed elsewhere, until both have the same. A change that the server will never
 * take is marked, so that it does not hold up the others. Throws CallError when the server cannot be reached.
 */
export async function syncPromptStore(work: SyncContext): Promise<void> {
  const { records, inDoubt } = work;
  const tried = new Map<string, number>();
  let most: number = limits.promptStoreChangesPerCall;
  for (;;) {
    const known = await records.read(work.unsent());
    const waiting = [...known.records.values()].filter(
      ({ id, edit, isRefused }) => edit > 0 && !isRefused && tried.get(id) !== edit,
    );
    // What is in doubt is looked for before anything is sent on top of it.
    const batch = inDoubt.size > 0 ? [] : pickBatch(waiting.toSorted(foldersFirst), most);
    const sent: Sent = new Map(batch.map(({ id, edit }) => [id, edit]));
    const reply = await send(known.cursor, batch);
    if (reply instanceof CallError) {
      if (!isPermanent(reply)) for (const { id, entry } of batch) inDoubt.set(id, entry.item);
      if (batch.length === 0 || !isPermanent(reply)) throw reply;
      if (batch.length === 1) await refuse(work, batch, reply);
      most = Math.max(1, Math.floor(batch.length / 2));
      continue;
    }
    for (const [id, edit] of sent) tried.set(id, edit);
    most = Math.min(most * 2, limits.promptStoreChangesPerCall);
    const change = await records.update(getReplyRecordIds(reply, sent), (now) => mergeSyncReply(now, reply, sent, inDoubt));
    work.onChange(change);
    if (!reply.hasMore) inDoubt.clear();
    const copies = new Set(reply.conflicts.map(({ copyId }) => copyId));
    const names = reply.items.flatMap(({ id, item }) => (item && copies.has(id) ? [item.name] : []));
    if (names.length > 0) work.onConflictCopies(names);
    const hasMoved = change.cursor !== known.cursor;
    if (waiting.length <= batch.length && !(reply.hasMore && hasMoved) && change.cursor === reply.cursor) return;
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

async function refuse(work: SyncContext, batch: readonly PromptStoreRecord[], { reason }: CallError): Promise<void> {
  for (const { id, edit, entry } of batch) {
    const change = await work.records.update([id], ({ records }) => {
      const record = records.get(id);
      return { put: record?.edit === edit ? [{ ...record, isRefused: true }] : [], remove: [] };
    });
    work.onChange(change);
    work.onRejected(entry.item?.name ?? entry.id, reason);
  }
}

/** Whether the same call would be refused again, whenever it is made. */
const isPermanent = ({ status }: CallError) => status === 400 || status === 409 || status === 413 || status === 422;

/** A prompt must not come to another device before its folder. */
const foldersFirst = (a: PromptStoreRecord, b: PromptStoreRecord) => a.entry.kind.localeCompare(b.entry.kind);

function pickBatch(waiting: readonly PromptStoreRecord[], most: number): PromptStoreRecord[] {
  const batch: PromptStoreRecord[] = [];
  let length = 0;
  for (const record of waiting.slice(0, most)) {
    length += JSON.stringify(record.entry).length;
    if (batch.length > 0 && length > maxBatchCharacters) break;
    batch.push(record);
  }
  return batch;
}
