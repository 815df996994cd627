import type { PromptStoreItem } from "@lectern/contract";
import { type DBSchema, openDB } from "idb";
import { OutdatedPageError, outdatedPageTexts } from "../../../lib/outdatedPageError.ts";
import { createUserStores, userDatabaseName, userDatabaseVersion } from "../../../lib/userDatabase.ts";

/** A prompt or folder as this browser stores it. */
export interface PromptStoreRecord {
  /** Kind and id, separated by a space, which ids cannot contain. */
  id: string;
  /**
   * The local version. `item` is null if the item was deleted; `revision` is the server revision on which the version
   * is based.
   */
  entry: PromptStoreItem;
  /** The number of changes since the last sync; 0: the server has this version. */
  edit: number;
  /** The server's newer version, if it conflicts with the local one. */
  theirs: PromptStoreItem | null;
  /** True if the server rejected this version. The record is sent again after the next change. */
  isRefused: boolean;
}

export interface PromptStoreChange {
  upsertedRecords: readonly PromptStoreRecord[];
  /** Record ids. */
  removedIds: readonly string[];
  cursor?: number;
}

export interface KnownRecords {
  records: ReadonlyMap<string, PromptStoreRecord>;
  cursor: number;
}

/** The storage of one person's prompts and folders. A call that rejects has written nothing. */
export interface PromptDatabase {
  /** True if other tabs of this browser see the same records. */
  readonly isShared: boolean;
  readAll(): Promise<KnownRecords>;
  /** Reads the records with these ids. Leaves out records that do not exist. */
  read(ids: readonly string[]): Promise<KnownRecords>;
  /**
   * Reads the records with these ids and writes what `change` returns for them, in one transaction. Returns what was
   * written.
   */
  update(ids: readonly string[], change: (known: KnownRecords) => PromptStoreChange): Promise<PromptStoreChange>;
}

export const toRecordId = (kind: PromptStoreItem["kind"], id: string) => `${kind} ${id}`;

interface CursorRecord {
  id: typeof cursorId;
  cursor: number;
}

interface Schema extends DBSchema {
  prompts: { key: string; value: PromptStoreRecord | CursorRecord };
}

/** Cannot be a record id, which contains a space. */
const cursorId = "cursor";

/** Opens this person's database. Rejects if the browser blocks storage for this site. */
export async function openPromptDatabase(userId: string): Promise<PromptDatabase> {
  let closeError: OutdatedPageError | null = null;
  const markClosed = (message: string) => {
    closeError ??= new OutdatedPageError(message);
  };
  const database = await openDB<Schema>(userDatabaseName(userId), userDatabaseVersion, { upgrade: createUserStores });
  database.addEventListener("versionchange", ({ newVersion }) => {
    // Another tab is waiting for this connection to close.
    database.close();
    markClosed(newVersion === null ? outdatedPageTexts.storageCleared : outdatedPageTexts.newerVersion);
  });
  database.addEventListener("close", () => markClosed(outdatedPageTexts.storageCleared));
  const checkOpen = () => {
    if (closeError) throw closeError;
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
        const storedValues = await Promise.all([...ids, cursorId].map((id) => store.get(id)));
        const appliedChange = change(toKnownRecords(storedValues));
        const { cursor } = appliedChange;
        const writes = [
          ...appliedChange.upsertedRecords.map((record) => store.put(record)),
          ...appliedChange.removedIds.map((id) => store.delete(id)),
          ...(cursor === undefined ? [] : [store.put({ id: cursorId, cursor })]),
        ];
        await Promise.all(writes);
        return appliedChange;
      };
      try {
        const [appliedChange] = await Promise.all([work(), transaction.done]);
        return appliedChange;
      } catch (error) {
        // An aborted request does not give the reason, such as a full disk. Its transaction does.
        throw transaction.error ?? error;
      }
    },
  };
}

function toKnownRecords(values: readonly (PromptStoreRecord | CursorRecord | undefined)[]): KnownRecords {
  const records = new Map<string, PromptStoreRecord>();
  let cursor = 0;
  for (const record of values) {
    if (record === undefined) continue;
    if ("entry" in record) records.set(record.id, record);
    else cursor = record.cursor;
  }
  return { records, cursor };
}
