import type { OpOutput, PromptStoreItem, syncPrompts } from "@lectern/contract";
import { isSameItem } from "./isSameItem.ts";
import { type KnownRecords, type PromptStoreChange, type PromptStoreRecord, toRecordId } from "./promptDatabase.ts";

export type SyncReply = Omit<OpOutput<typeof syncPrompts>, "updatedAt">;

/** Maps the id of each record that was sent to its `edit` count at that time. */
export type SentEdits = ReadonlyMap<string, number>;

/** The items that were sent without a reply, by record id: the server may or may not have stored them. */
export type UnconfirmedItems = ReadonlyMap<string, PromptStoreItem["item"]>;

/** Returns the ids of the records that a reply affects. */
export function getReplyRecordIds(reply: SyncReply, sentEdits: SentEdits): string[] {
  const items = [...reply.items, ...reply.conflicts].map(({ kind, id }) => toRecordId(kind, id));
  return [...new Set([...sentEdits.keys(), ...items])];
}

/**
 * Merges a reply into the records. Local changes that were not sent, or were made after sending, stay and are sent
 * next; a change that lost a conflict is replaced by the server's version. `knownRecords` has the records of
 * `getReplyRecordIds`.
 */
export function mergeSyncReply(
  knownRecords: KnownRecords,
  reply: SyncReply,
  sentEdits: SentEdits,
  unconfirmedItems: UnconfirmedItems = new Map(),
): PromptStoreChange {
  const conflictIds = new Set(reply.conflicts.map(({ kind, id }) => toRecordId(kind, id)));
  const upsertedById = new Map<string, PromptStoreRecord>();
  const removedIds = new Set<string>();
  let needsFullSync = false;
  const setRecord = (record: PromptStoreRecord) => {
    const isDeleted = record.entry.item === null && record.edit === 0;
    upsertedById.delete(record.id);
    removedIds.delete(record.id);
    if (isDeleted) removedIds.add(record.id);
    else upsertedById.set(record.id, record);
  };
  const isUnchangedSinceSent = (record: PromptStoreRecord) => sentEdits.get(record.id) === record.edit;

  const receivedIds = new Set<string>();
  for (const item of reply.items) {
    const id = toRecordId(item.kind, item.id);
    receivedIds.add(id);
    const record = knownRecords.records.get(id);
    if (!record || record.edit === 0) setRecord(toSyncedRecord(id, item));
    else if (conflictIds.has(id))
      setRecord(isUnchangedSinceSent(record) ? toSyncedRecord(id, item) : { ...record, theirs: item });
    else if (sentEdits.has(id))
      setRecord(isUnchangedSinceSent(record) ? toSyncedRecord(id, item) : { ...record, ...rebaseOn(record, item) });
    else if (isSameItem(record.entry.item, item.item)) setRecord(toSyncedRecord(id, item));
    // This is our own change, whose reply was lost. Base the newer local changes on the server's revision.
    else if (unconfirmedItems.has(id) && isSameItem(unconfirmedItems.get(id) ?? null, item.item))
      setRecord({ ...record, ...rebaseOn(record, item) });
    else setRecord({ ...record, theirs: item });
  }
  for (const id of sentEdits.keys()) {
    const record = knownRecords.records.get(id);
    if (!record || receivedIds.has(id) || !isUnchangedSinceSent(record)) continue;
    if (!conflictIds.has(id)) {
      // The server accepted the change. If there are more pages, a later page may contain the item with its new
      // revision.
      if (!reply.hasMore) setRecord({ ...record, edit: 0, theirs: null });
    } else if (record.theirs) setRecord(toSyncedRecord(id, record.theirs));
    else {
      removedIds.add(id);
      needsFullSync = true;
    }
  }
  return {
    upsertedRecords: [...upsertedById.values()],
    removedIds: [...removedIds],
    cursor: needsFullSync ? 0 : reply.cursor,
  };
}

function toSyncedRecord(id: string, entry: PromptStoreItem): PromptStoreRecord {
  return { id, entry, edit: 0, theirs: null, isRefused: false };
}

/** Returns the record with its local changes, based on the server's current revision. */
function rebaseOn(
  record: PromptStoreRecord,
  { revision }: PromptStoreItem,
): Pick<PromptStoreRecord, "entry" | "theirs"> {
  return { entry: { ...record.entry, revision }, theirs: null };
}
