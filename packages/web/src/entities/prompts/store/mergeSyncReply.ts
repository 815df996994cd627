import type { OpOutput, PromptStoreItem, syncPrompts } from "@lectern/contract";
import { isSameItem } from "./isSameItem.ts";
import { type KnownRecords, type PromptStoreChange, type PromptStoreRecord, recordId } from "./promptStoreRecords.ts";

export type SyncReply = Omit<OpOutput<typeof syncPrompts>, "updatedAt">;

/** Record ids of what was sent, each with the count of its edits as it was then. */
export type Sent = ReadonlyMap<string, number>;

/** Record ids of what was sent without a reply, each with what it said: the server may have it, or not. */
export type InDoubt = ReadonlyMap<string, PromptStoreItem["item"]>;

/** Ids of the records that a reply concerns. */
export function getReplyRecordIds(reply: SyncReply, sent: Sent): string[] {
  const items = [...reply.items, ...reply.conflicts].map(({ kind, id }) => recordId(kind, id));
  return [...new Set([...sent.keys(), ...items])];
}

/**
 * What a reply makes of the records. What was changed here while the reply was on its way, or was not sent, stays as it is here
 * and is sent again; a change that lost gives way to what the server has. `known` has the records of `getReplyRecordIds`.
 */
export function mergeSyncReply(
  known: KnownRecords,
  reply: SyncReply,
  sent: Sent,
  inDoubt: InDoubt = new Map(),
): PromptStoreChange {
  const lost = new Set(reply.conflicts.map(({ kind, id }) => recordId(kind, id)));
  const put = new Map<string, PromptStoreRecord>();
  const remove = new Set<string>();
  let needsAll = false;
  const set = (record: PromptStoreRecord) => {
    const isGone = record.entry.item === null && record.edit === 0;
    put.delete(record.id);
    remove.delete(record.id);
    if (isGone) remove.add(record.id);
    else put.set(record.id, record);
  };
  const isAsSent = (record: PromptStoreRecord) => sent.get(record.id) === record.edit;

  const came = new Set<string>();
  for (const item of reply.items) {
    const id = recordId(item.kind, item.id);
    came.add(id);
    const record = known.records.get(id);
    if (!record || record.edit === 0) set(toSyncedRecord(id, item));
    else if (lost.has(id)) set(isAsSent(record) ? toSyncedRecord(id, item) : { ...record, theirs: item });
    else if (sent.has(id)) set(isAsSent(record) ? toSyncedRecord(id, item) : { ...record, ...rebaseOn(record, item) });
    else if (isSameItem(record.entry.item, item.item)) set(toSyncedRecord(id, item));
    // This browser's own change, whose reply was lost: what was changed since goes back to it.
    else if (inDoubt.has(id) && isSameItem(inDoubt.get(id) ?? null, item.item))
      set({ ...record, ...rebaseOn(record, item) });
    else set({ ...record, theirs: item });
  }
  for (const id of sent.keys()) {
    const record = known.records.get(id);
    if (!record || came.has(id) || !isAsSent(record)) continue;
    if (!lost.has(id)) {
      // Taken, and nothing new to the server. While there is more to come it may still come, with its revision.
      if (!reply.hasMore) set({ ...record, edit: 0, theirs: null });
    } else if (record.theirs) set(toSyncedRecord(id, record.theirs));
    else {
      remove.add(id);
      needsAll = true;
    }
  }
  return { put: [...put.values()], remove: [...remove], cursor: needsAll ? 0 : reply.cursor };
}

function toSyncedRecord(id: string, entry: PromptStoreItem): PromptStoreRecord {
  return { id, entry, edit: 0, theirs: null, isRefused: false };
}

/** The record as it is here, going back to what the server has now. */
function rebaseOn(
  record: PromptStoreRecord,
  { revision }: PromptStoreItem,
): Pick<PromptStoreRecord, "entry" | "theirs"> {
  return { entry: { ...record.entry, revision }, theirs: null };
}
