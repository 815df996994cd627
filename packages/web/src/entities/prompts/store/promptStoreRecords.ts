import type { PromptStoreItem } from "@lectern/contract";
import { type DBSchema, openDB } from "idb";
import { OutdatedPageError, outdatedPageTexts } from "../../../lib/outdatedPageError.ts";
import { createUserStores, userDatabaseName, userDatabaseVersion } from "../../../lib/userDatabase.ts";

/** A prompt or folder as this browser keeps it. */
export interface PromptStoreRecord {
  /** Kind and id, with a space between that no id has. */
  id: string;
  /** As it is here; `item` is null where it was deleted, `revision` the server's that this goes back to. */
  entry: PromptStoreItem;
  /** Counts what was changed since the server had it; 0: it is as the server has it. */
  edit: number;
  /** What the server has meanwhile, where that is something else. */
  theirs: PromptStoreItem | null;
  /** The server will never take it as it is; it is offered again once it has been changed. */
  isRefused: boolean;
}

export interface PromptStoreChange {
  put: readonly PromptStoreRecord[];
  /** Record ids. */
  remove: readonly string[];
  cursor?: number;
}

export interface KnownRecords {
  records: ReadonlyMap<string, PromptStoreRecord>;
  cursor: number;
}

/** Where one person's prompts and folders are kept. Every call rejects when storage fails, and then it has written nothing. */
export interface PromptStoreRecords {
  /** Other tabs of this browser see the same. */
  readonly isShared: boolean;
  readAll(): Promise<KnownRecords>;
  /** The records of these ids, those that there are. */
  read(ids: readonly string[]): Promise<KnownRecords>;
  /** Reads the records of these ids and writes what `change` makes of them, in one step. Gives what was written. */
  update(ids: readonly string[], change: (known: KnownRecords) => PromptStoreChange): Promise<PromptStoreChange>;
}

export const recordId = (kind: PromptStoreItem["kind"], id: string) => `${kind} ${id}`;

interface CursorRecord {
  id: typeof cursorId;
  cursor: number;
}

interface Schema extends DBSchema {
  prompts: { key: string; value: PromptStoreRecord | CursorRecord };
}

/** No kind begins so. */
const cursorId = "cursor";

/** Opens this person's database. Rejects when the browser keeps nothing for this site. */
export async function openPromptStoreRecords(userId: string): Promise<PromptStoreRecords> {
  let lost: OutdatedPageError | null = null;
  const lose = (message: string) => {
    lost ??= new OutdatedPageError(message);
  };
  const database = await openDB<Schema>(userDatabaseName(userId), userDatabaseVersion, { upgrade: createUserStores });
  database.addEventListener("versionchange", ({ newVersion }) => {
    // Another tab waits for this one to let go: let it.
    database.close();
    lose(newVersion === null ? outdatedPageTexts.storageCleared : outdatedPageTexts.newerVersion);
  });
  database.addEventListener("close", () => lose(outdatedPageTexts.storageCleared));
  const checkOpen = () => {
    if (lost) throw lost;
  };
  return {
    isShared: true,
    async readAll() {
      checkOpen();
      return toKnownRecords(await database.getAll("prompts"));
    },
    async read(ids) {
      checkOpen();
      const store = database.transaction("prompts").store;
      return toKnownRecords(await Promise.all([...ids, cursorId].map((id) => store.get(id))));
    },
    async update(ids, change) {
      checkOpen();
      const transaction = database.transaction("prompts", "readwrite");
      const { store } = transaction;
      const work = async () => {
        const found = await Promise.all([...ids, cursorId].map((id) => store.get(id)));
        const made = change(toKnownRecords(found));
        const { cursor } = made;
        const writes = [
          ...made.put.map((record) => store.put(record)),
          ...made.remove.map((id) => store.delete(id)),
          ...(cursor === undefined ? [] : [store.put({ id: cursorId, cursor })]),
        ];
        await Promise.all(writes);
        return made;
      };
      try {
        const [made] = await Promise.all([work(), transaction.done]);
        return made;
      } catch (error) {
        // The request that was cut off says only that it was; the transaction knows why, such as a full disk.
        throw transaction.error ?? error;
      }
    },
  };
}

function toKnownRecords(found: readonly (PromptStoreRecord | CursorRecord | undefined)[]): KnownRecords {
  const records = new Map<string, PromptStoreRecord>();
  let cursor = 0;
  for (const record of found) {
    if (record === undefined) continue;
    if ("entry" in record) records.set(record.id, record);
    else cursor = record.cursor;
  }
  return { records, cursor };
}
