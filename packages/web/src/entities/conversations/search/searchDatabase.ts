import type { Conversation, MessageHit } from "@lectern/contract";
import { type DBSchema, openDB } from "idb";
import type { StoredSummary } from "../storedSummary.ts";
import { searchStored } from "./searchStored.ts";

interface Schema extends DBSchema {
  conversationHistory: { key: string; value: Conversation };
  conversationSummaries: { key: string; value: StoredSummary };
}

/**
 * Runs `searchStored` on the IndexedDB database with this name, over a separate connection. Rejects if the database
 * does not exist. Closes the connection when another tab wants to upgrade the database.
 */
export async function searchDatabase(
  name: string,
  query: string,
  onHits: (hits: readonly MessageHit[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const database = await openDB<Schema>(name, undefined, {
    upgrade: (_database, _old, _new, transaction) => {
      transaction.done.catch(() => {}); // After the abort, openDB rejects, too.
      transaction.abort();
    },
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
  const source = {
    listSummaries: () => database.getAll("conversationSummaries"),
    read: async (ids: readonly string[]) => {
      const store = database.transaction("conversationHistory").store;
      const records = await Promise.all(ids.map((id) => store.get(id)));
      return records.filter((conversation) => conversation !== undefined);
    },
  };
  try {
    await searchStored(source, query, onHits, signal);
  } finally {
    database.close();
  }
}
