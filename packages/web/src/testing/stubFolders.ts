import { type Folder, type OpOutput, PromptTemplate, syncPrompts } from "@lectern/contract";
import { openPromptDatabase, toRecordId } from "../entities/prompts/store/promptDatabase.ts";
import { storeFolders } from "../entities/prompts/store/storedFolders.ts";
import { getPerson, stubOp } from "./stubServer.ts";

type Item = OpOutput<typeof syncPrompts>["items"][number];
type StoredFolder = Partial<Folder> & { id: string };
export type StoredPrompt = Partial<PromptTemplate> & { name: string };

export interface StubbedPromptStore {
  /** The folders that the server stores. */
  listFolders(): Folder[];
  /** The prompts that the server stores. */
  listPrompts(): PromptTemplate[];
  /** Stores the same in the person's browser, as if it had synced before, so that the page shows it at once. */
  syncBrowser(): Promise<void>;
}

/** Answers as a server that syncs prompts and folders, starting with these folders of conversations. */
export const stubFolders = (...folders: readonly StoredFolder[]): StubbedPromptStore =>
  stubPromptStore(folders.map(toFolderItem));

/** Like `stubFolders`; the person's browser has synced before, so that the page shows the folders at once. */
export async function stubSyncedFolders(...folders: readonly StoredFolder[]): Promise<StubbedPromptStore> {
  const store = stubFolders(...folders);
  await store.syncBrowser();
  return store;
}

/** Answers as a server that syncs prompts and folders, starting with these prompts. */
export const stubPrompts = (...prompts: readonly StoredPrompt[]): StubbedPromptStore =>
  stubPromptStore(prompts.map(toPromptItem));

function toFolderItem(fields: StoredFolder): Item {
  const item: Folder = { name: fields.id, type: "chat", date: "2026-01-01T00:00:00.000Z", ...fields };
  return { kind: "folder", id: item.id, item, revision: 0 };
}

function toPromptItem(fields: StoredPrompt): Item {
  const id = fields.id ?? fields.name.toLowerCase().replaceAll(/\W+/g, "-");
  const item = PromptTemplate.parse({ id, content: "", type: "prompt", ...fields });
  return { kind: "prompt", id, item, revision: 0 };
}

function stubPromptStore(items: readonly Item[]): StubbedPromptStore {
  const rows = new Map<string, { item: Item; position: number }>();
  let cursor = 0;
  const store = (change: Item) => {
    const item = { ...change, revision: change.revision + 1 };
    rows.set(toRecordId(item.kind, item.id), { item, position: ++cursor });
  };
  for (const item of items) store(item);
  const listItems = () => [...rows.values()].map(({ item }) => item);
  const listFolders = () => listItems().flatMap(({ kind, item }) => (kind === "folder" && item ? [item] : []));
  stubOp(syncPrompts, ({ since = 0, changes = [] }) => {
    for (const change of changes) store(change as Item); // parsed, so absent fields have their defaults
    const changedItems = [...rows.values()].filter(({ position }) => position > since).map(({ item }) => item);
    return { cursor, items: changedItems, hasMore: false, conflicts: [], updatedAt: new Date().toISOString() };
  });
  return {
    listFolders,
    listPrompts: () => listItems().flatMap(({ kind, item }) => (kind === "prompt" && item ? [item] : [])),
    async syncBrowser() {
      const { id: userId } = getPerson();
      const toRecord = (entry: Item) => {
        return { id: toRecordId(entry.kind, entry.id), entry, edit: 0, theirs: null, isRefused: false };
      };
      const database = await openPromptDatabase(userId);
      const upsertedRecords = listItems().map(toRecord);
      await database.update([], () => ({ upsertedRecords, removedIds: [], cursor }));
      storeFolders(userId, listFolders());
    },
  };
}
