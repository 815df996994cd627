import type { PromptStoreRecord, PromptStoreRecords } from "./promptStoreRecords.ts";

/** The same as in IndexedDB, for a browser that lets this site keep nothing: it lasts as long as the tab. */
export function createMemoryRecords(): PromptStoreRecords {
  const records = new Map<string, PromptStoreRecord>();
  let cursor = 0;
  const known = (ids: Iterable<string>) => {
    const found = [...ids].map((id) => records.get(id)).filter((record) => record !== undefined);
    return { records: new Map(found.map((record): [string, PromptStoreRecord] => [record.id, record])), cursor };
  };
  return {
    isShared: false,
    readAll: async () => known(records.keys()),
    read: async (ids) => known(ids),
    async update(ids, change) {
      const made = change(known(ids));
      for (const record of made.put) records.set(record.id, record);
      for (const id of made.remove) records.delete(id);
      cursor = made.cursor ?? cursor;
      return made;
    },
  };
}
