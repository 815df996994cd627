import { localFileKeyPrefix } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import { generatedFilesDatabaseName } from "../../lib/userDatabase.ts";

/** A file that code has made in a local conversation. Only this browser has it. */
interface LocalFile {
  key: string;
  conversationId: string;
  name: string;
  content: Blob;
}

/** True if only the browser that has made the file has it. */
export const isLocalKey = (key: string): boolean => key.startsWith(localFileKeyPrefix);

interface Schema extends DBSchema {
  files: { key: string; value: LocalFile };
}

/** Stores a file. Rejects if the browser has no room for it, or stores nothing for this site. */
export async function putLocalFile(userId: string, file: LocalFile): Promise<void> {
  await withDatabase(userId, (database) => database.put("files", file));
}

/** Returns a file; null: this browser does not have it. */
export async function findLocalFile(userId: string, key: string): Promise<LocalFile | null> {
  return (await withDatabase(userId, (database) => database.get("files", key))) ?? null;
}

/** The query that says whether this browser has files of the person, of whichever conversation. */
export const hasLocalFilesQuery = (userId: string) =>
  queryOptions({
    queryKey: ["hasLocalFiles", userId],
    queryFn: async () => (await hasDatabase(userId)) && (await withDatabase(userId, (db) => db.count("files"))) > 0,
    staleTime: 0,
    gcTime: 0,
    networkMode: "always",
  });

/** Deletes all files of the person from this browser. */
export async function removeLocalFiles(userId: string): Promise<void> {
  if (await hasDatabase(userId)) await deleteDB(generatedFilesDatabaseName(userId));
}

/** Longer than a deletion can be undone. */
const sweepDelayMs = 60_000;

interface LocalFileSweeper {
  /** Deletes the files of conversations that were just deleted, as soon as that cannot be undone any more. */
  sweepLater(): void;
  /** Deletes what an earlier page has left. Returns the function that ends the waiting. */
  connect(): () => void;
}

interface FileUsers {
  /** Returns the ids of all conversations that exist. */
  listIds: () => Promise<ReadonlySet<string>>;
  /** Finds a conversation in this browser for each of these keys that one names, such as the copy of a deleted one. */
  findUsers: (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, string>>;
}

export function createLocalFileSweeper(userId: string, users: FileUsers): LocalFileSweeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What cannot be deleted now is deleted by the next page.
  const sweep = () => void sweepLocalFiles(userId, users).catch(() => {});
  const sweepLater = () => {
    clearTimeout(timer);
    timer = setTimeout(sweep, sweepDelayMs);
  };
  return {
    sweepLater,
    connect() {
      // Not at once: in another tab, a deletion can perhaps still be undone.
      sweepLater();
      return () => clearTimeout(timer);
    },
  };
}

/** Deletes the files of all conversations that do not exist any more. One that another conversation names becomes its file. */
async function sweepLocalFiles(userId: string, { listIds, findUsers }: FileUsers): Promise<void> {
  if (!(await hasDatabase(userId))) return;
  const files = await withDatabase(userId, listOwners);
  if (files.length === 0) return;
  // Listed after the files, so that a conversation that is new since then keeps its own.
  const ids = await listIds();
  const unowned = files.flatMap(({ key, conversationId }) => (ids.has(conversationId) ? [] : [key]));
  if (unowned.length === 0) return;
  const usersByKey = await findUsers(new Set(unowned));
  await withDatabase(userId, async (database) => {
    for (const key of unowned) {
      const conversationId = usersByKey.get(key);
      const file = await database.get("files", key);
      if (conversationId === undefined) await database.delete("files", key);
      else if (file) await database.put("files", { ...file, conversationId });
    }
  });
}

async function listOwners(database: IDBPDatabase<Schema>): Promise<Pick<LocalFile, "key" | "conversationId">[]> {
  const owners = [];
  // One after another, because their contents may be large.
  for (const key of await database.getAllKeys("files")) {
    const file = await database.get("files", key);
    if (file) owners.push({ key, conversationId: file.conversationId });
  }
  return owners;
}

async function hasDatabase(userId: string): Promise<boolean> {
  const databases = (await globalThis.indexedDB?.databases?.()) ?? [];
  return databases.some(({ name }) => name === generatedFilesDatabaseName(userId));
}

/** A connection is closed at once, so that none hinders another tab. */
async function withDatabase<T>(userId: string, work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(generatedFilesDatabaseName(userId), 1, {
    upgrade: (created) => void created.createObjectStore("files", { keyPath: "key" }),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
