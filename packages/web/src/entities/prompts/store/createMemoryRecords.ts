import type { PromptDatabase, PromptStoreRecord } from "./promptDatabase.ts";

/**
 * Creates a store of records in memory, for a browser that blocks IndexedDB. Its content is lost when the tab is
 * closed.
 */
export function createMemoryRecords(): PromptDatabase {
  const records = new Map<string, PromptStoreRecord>();
  let cursor = 0;
  const getRecords = (ids: Iterable<string>) => {
    const matchingRecords = [...ids].map((id) => records.get(id)).filter((record) => record !== undefined);
    return {
      records: new Map(matchingRecords.map((record): [string, PromptStoreRecord] => [record.id, record])),
      cursor,
    };
  };
  return {
    isShared: false,
    readAll: async () => getRecords(records.keys()),
    read: async (ids) => getRecords(ids),
    async update(ids, change) {
      const appliedChange = change(getRecords(ids));
      for (const record of appliedChange.upsertedRecords) records.set(record.id, record);
      for (const id of appliedChange.removedIds) records.delete(id);
      cursor = appliedChange.cursor ?? cursor;
      return appliedChange;
    },
  };
}
