import { Folder, isBuiltInFolder, type PromptStoreItem, PromptTemplate } from "@lectern/contract";
import type { StoreApi } from "zustand";
import { isSameItem } from "./isSameItem.ts";
import { createMemoryRecords } from "./createMemoryRecords.ts";
import { isBuiltInPrompt, type PromptStore, type PromptStoreState } from "./promptStore.ts";
import {
  openPromptStoreRecords,
  type PromptStoreChange,
  type PromptStoreRecord,
  type PromptStoreRecords,
  recordId,
} from "./promptStoreRecords.ts";
import type { PromptStoreSetup } from "./promptStoreSetup.ts";
import { openPromptStoreTabs, type PromptStoreTabs } from "./promptStoreTabs.ts";
import { storeFolders } from "./storedFolders.ts";
import { type SyncContext, syncPromptStore } from "./syncPromptStore.ts";
import { createSyncSchedule } from "./syncSchedule.ts";
import { withBuiltInFolders } from "./withBuiltInFolders.ts";
import { withBuiltInPrompts } from "./withBuiltInPrompts.ts";

export interface PersistentPromptStore extends Omit<PromptStore, "state" | "ready"> {
  /** Begins to join it with the server and other tabs. Gives what ends that. */
  start(): () => void;
}

/** Opens what this browser keeps of a person's prompt store, shows it in `state`, and keeps that as it is. */
export async function openPersistentPromptStore(
  userId: string,
  state: StoreApi<PromptStoreState>,
  setup: PromptStoreSetup,
): Promise<PersistentPromptStore> {
  const [records, builtIn] = await Promise.all([openRecordsOrFallBack(userId), setup.loadBuiltIn()]);
  const known = new Map((await records.readAll()).records);
  const inDoubt: SyncContext["inDoubt"] = new Map();
  let tabs: PromptStoreTabs | null = null;

  const show = () => {
    const items = [...known.values()].map(({ entry }) => entry);
    const folders = items.flatMap(({ kind, item }) => (kind === "folder" && item ? [item] : []));
    const prompts = items.flatMap(({ kind, item }) => (kind === "prompt" && item ? [item] : []));
    state.setState({
      status: "ready",
      folders: withBuiltInFolders(folders),
      prompts: withBuiltInPrompts(prompts, builtIn),
    });
    storeFolders(userId, folders);
  };
  const note = ({ put, remove }: Pick<PromptStoreChange, "put" | "remove">) => {
    if (put.length === 0 && remove.length === 0) return;
    for (const record of put) known.set(record.id, record);
    for (const id of remove) known.delete(id);
    show();
  };
  const onChange = (change: PromptStoreChange) => {
    note(change);
    tabs?.tell([...change.put.map(({ id }) => id), ...change.remove]);
  };
  const unsent = () => [...known.values()].filter(({ edit, isRefused }) => edit > 0 && !isRefused).map(({ id }) => id);
  const schedule = createSyncSchedule(
    () => withSyncLock(userId, () => syncPromptStore({ ...setup, records, inDoubt, unsent, onChange })),
    () => unsent().length > 0,
  );
  const write = async (items: readonly Written[]) => {
    const ids = items.map(({ kind, id }) => recordId(kind, id));
    const written = records.update(ids, ({ records }) => ({ put: changed(records, items), remove: [] }));
    onChange(await written.catch(explainFullStorage));
    schedule.scheduleAfterChange();
  };

  show();
  return {
    sync: schedule.now,
    async saveFolder(folder) {
      if (isBuiltInFolder(folder.id)) throw new RangeError(`“${folder.name}” cannot be changed.`);
      if (!Folder.safeParse(folder).success) throw new RangeError("The folder's name is too long.");
      await write([{ kind: "folder", id: folder.id, item: folder }]);
    },
    removeFolder: (id) => write([{ kind: "folder", id, item: null }]),
    savePrompts: (prompts) => write(prompts.map(toStoredPrompt).map((item) => ({ kind: "prompt", id: item.id, item }))),
    removePrompts: (ids) =>
      write(ids.filter((id) => !isBuiltInPrompt(id)).map((id) => ({ kind: "prompt", id, item: null }))),
    start() {
      if (records.isShared) {
        const follow = async (ids: readonly string[]) => {
          const found = (await records.read(ids)).records;
          note({ put: [...found.values()], remove: ids.filter((id) => !found.has(id)) });
        };
        // Where the database was taken from this page, the next write says so.
        tabs = openPromptStoreTabs(userId, (ids) => void follow(ids).catch(() => {}));
      }
      const stop = schedule.start();
      return () => {
        stop();
        tabs?.close();
        tabs = null;
      };
    },
  };
}

type Written =
  | { kind: "prompt"; id: string; item: PromptTemplate | null }
  | { kind: "folder"; id: string; item: Folder | null };

/** The records of what is written that are really changed by it. */
function changed(records: ReadonlyMap<string, PromptStoreRecord>, items: readonly Written[]): PromptStoreRecord[] {
  const all = new Map(items.map((item) => [recordId(item.kind, item.id), item]));
  return [...all].flatMap(([id, written]) => {
    const record = records.get(id);
    if (isSameItem(record?.entry.item ?? null, written.item)) return [];
    const entry: PromptStoreItem = { ...written, revision: record?.entry.revision ?? 0 };
    return [{ id, entry, edit: (record?.edit ?? 0) + 1, theirs: record?.theirs ?? null, isRefused: false }];
  });
}

function toStoredPrompt(prompt: PromptTemplate): PromptTemplate {
  const read = PromptTemplate.safeParse(prompt);
  if (!read.success) throw new RangeError(`“${prompt.name}” is too long, or has something in it that cannot be kept.`);
  if (!isBuiltInPrompt(prompt.id)) return read.data;
  const { id, name, type, folderId, data } = read.data;
  return { id, name, description: "", content: "", folderId, type, data: { hidden: data.hidden === true } };
}

/** Where the browser lets this site keep nothing, which the conversations say, it lasts as long as the tab. */
function openRecordsOrFallBack(userId: string): Promise<PromptStoreRecords> {
  return openPromptStoreRecords(userId).catch(createMemoryRecords);
}

/** Throws what a write failed of, in words for people where there was no room. */
function explainFullStorage(error: unknown): never {
  if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
  throw new Error("This browser has no room left. Delete some conversations or prompts, then try again.", {
    cause: error,
  });
}

/** Without locks, as on a page that came over plain HTTP, two tabs may send the same; the server then says so and nothing is lost. */
async function withSyncLock(userId: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`lectern.${userId}.librarySync`, work);
  else await work();
}
