import { Folder, isBuiltInFolder, type PromptStoreItem, PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { StoreApi } from "zustand";
import { onBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";
import { createMemoryRecords } from "./createMemoryRecords.ts";
import { isSameItem } from "./isSameItem.ts";
import {
  openPromptDatabase,
  type PromptDatabase,
  type PromptStoreChange,
  type PromptStoreRecord,
  toRecordId,
} from "./promptDatabase.ts";
import { isBuiltInPrompt, type PromptStore, type PromptStoreState } from "./promptStore.ts";
import type { PromptStoreOptions } from "./promptStoreOptions.ts";
import { openPromptStoreTabs, type PromptStoreTabs } from "./promptStoreTabs.ts";
import { storeFolders } from "./storedFolders.ts";
import { type SyncContext, syncPromptStore } from "./syncPromptStore.ts";
import { createSyncSchedule } from "./syncSchedule.ts";
import { withBuiltInFolders } from "./withBuiltInFolders.ts";
import { withBuiltInPrompts } from "./withBuiltInPrompts.ts";

export interface PersistentPromptStore extends Omit<PromptStore, "state" | "ready"> {
  /** Starts syncing with the server and the other tabs. Returns the stop function. */
  start(): () => void;
}

/** Opens a person's prompts and folders in this browser's storage, and updates `state` whenever they change. */
export async function openPersistentPromptStore(
  userId: string,
  state: StoreApi<PromptStoreState>,
  options: PromptStoreOptions,
): Promise<PersistentPromptStore> {
  const [database, initialBuiltInPrompts] = await Promise.all([openRecordsOrFallBack(userId), options.loadBuiltIn()]);
  let builtInPrompts = initialBuiltInPrompts;
  const recordsById = new Map((await database.readAll()).records);
  const unconfirmedItems: SyncContext["unconfirmedItems"] = new Map();
  let tabs: PromptStoreTabs | null = null;

  const publish = () => {
    const items = [...recordsById.values()].map(({ entry }) => entry);
    const folders = items.flatMap(({ kind, item }) => (kind === "folder" && item ? [item] : []));
    const prompts = items.flatMap(({ kind, item }) => (kind === "prompt" && item ? [item] : []));
    state.setState({
      status: "ready",
      folders: withBuiltInFolders(folders),
      prompts: withBuiltInPrompts(prompts, builtInPrompts),
    });
    storeFolders(userId, folders);
  };
  const applyChange = ({ upsertedRecords, removedIds }: Pick<PromptStoreChange, "upsertedRecords" | "removedIds">) => {
    if (upsertedRecords.length === 0 && removedIds.length === 0) return;
    for (const record of upsertedRecords) recordsById.set(record.id, record);
    for (const id of removedIds) recordsById.delete(id);
    publish();
  };
  const onChange = (change: PromptStoreChange) => {
    applyChange(change);
    tabs?.notify([...change.upsertedRecords.map(({ id }) => id), ...change.removedIds]);
  };
  const getUnsentIds = () =>
    [...recordsById.values()].filter(({ edit, isRefused }) => edit > 0 && !isRefused).map(({ id }) => id);
  const schedule = createSyncSchedule(
    () =>
      withSyncLock(userId, () => syncPromptStore({ ...options, database, unconfirmedItems, getUnsentIds, onChange })),
    () => getUnsentIds().length > 0,
  );
  const write = async (items: readonly PromptStoreWrite[]) => {
    const ids = items.map(({ kind, id }) => toRecordId(kind, id));
    const pendingWrite = database.update(ids, ({ records }) => ({
      upsertedRecords: toChangedRecords(records, items),
      removedIds: [],
    }));
    onChange(await pendingWrite.catch(explainFullStorage));
    schedule.scheduleAfterChange();
  };

  /** Syncs if the records lack the change with this cursor. The sync of any tab that made the change has ended then. */
  const syncUpTo = async (cursor = Number.POSITIVE_INFINITY) => {
    let isBehind = true;
    await withSyncLock(userId, async () => {
      isBehind = (await database.read([])).cursor < cursor;
    });
    if (isBehind) await schedule.syncNow();
  };
  const connectEvents = () => {
    const sync = (cursor: number | undefined, isReader: boolean) => {
      // One tab syncs for all tabs that have the same database. If that has been closed, the next write reports it.
      if (isReader || !database.isShared) void syncUpTo(cursor).catch(() => {});
    };
    return [
      onBrowserEvent("prompts", ({ cursor }, isReader) => sync(cursor, isReader)),
      onBrowserEvent("resync", (_, isReader) => sync(undefined, isReader)),
    ];
  };

  let builtInRequest = 0;
  const reloadBuiltIn = async () => {
    const request = ++builtInRequest;
    // If they cannot be loaded, they stay in the previous language.
    const loadedPrompts = await options.loadBuiltIn().catch(() => builtInPrompts);
    if (request !== builtInRequest || loadedPrompts === builtInPrompts) return;
    builtInPrompts = loadedPrompts;
    publish();
  };

  publish();
  return {
    sync: schedule.syncNow,
    async saveFolder(folder) {
      if (isBuiltInFolder(folder.id)) throw new RangeError(t`This folder can’t be changed.`);
      if (!Folder.safeParse(folder).success) throw new RangeError(t`The folder’s name is too long.`);
      await write([{ kind: "folder", id: folder.id, item: folder }]);
    },
    removeFolder: (id) => write([{ kind: "folder", id, item: null }]),
    savePrompts: (prompts) => write(prompts.map(toStoredPrompt).map((item) => ({ kind: "prompt", id: item.id, item }))),
    removePrompts: (ids) =>
      write(ids.filter((id) => !isBuiltInPrompt(id)).map((id) => ({ kind: "prompt", id, item: null }))),
    start() {
      if (database.isShared) {
        const reload = async (ids: readonly string[]) => {
          const storedRecords = (await database.read(ids)).records;
          applyChange({
            upsertedRecords: [...storedRecords.values()],
            removedIds: ids.filter((id) => !storedRecords.has(id)),
          });
        };
        // If another tab has caused the database to close, the next write reports that.
        tabs = openPromptStoreTabs(userId, (ids) => void reload(ids).catch(() => {}));
      }
      const stops = [schedule.start(), ...connectEvents()];
      if (options.onLanguageChange) stops.push(options.onLanguageChange(() => void reloadBuiltIn()));
      // The language may have changed while the store was opened.
      void reloadBuiltIn();
      return () => {
        for (const stop of stops) stop();
        tabs?.close();
        tabs = null;
      };
    },
  };
}

type PromptStoreWrite =
  | { kind: "prompt"; id: string; item: PromptTemplate | null }
  | { kind: "folder"; id: string; item: Folder | null };

/** Returns new records for the items whose content differs from the stored content. */
function toChangedRecords(
  records: ReadonlyMap<string, PromptStoreRecord>,
  items: readonly PromptStoreWrite[],
): PromptStoreRecord[] {
  const itemsById = new Map(items.map((item) => [toRecordId(item.kind, item.id), item]));
  return [...itemsById].flatMap(([id, writtenItem]) => {
    const record = records.get(id);
    if (isSameItem(record?.entry.item ?? null, writtenItem.item)) return [];
    const entry: PromptStoreItem = { ...writtenItem, revision: record?.entry.revision ?? 0 };
    return [{ id, entry, edit: (record?.edit ?? 0) + 1, theirs: record?.theirs ?? null, isRefused: false }];
  });
}

function toStoredPrompt(prompt: PromptTemplate): PromptTemplate {
  const parsed = PromptTemplate.safeParse(prompt);
  if (!parsed.success) throw new RangeError(t`This prompt is too long or contains something that can’t be stored.`);
  if (!isBuiltInPrompt(prompt.id)) return parsed.data;
  const { id, name, type, folderId, data } = parsed.data;
  return { id, name, description: "", content: "", folderId, type, data: { hidden: data.hidden === true } };
}

/**
 * Opens the stored records, or falls back to memory if the browser blocks storage. ConversationsProvider shows the
 * notice about blocked storage.
 */
function openRecordsOrFallBack(userId: string): Promise<PromptDatabase> {
  return openPromptDatabase(userId).catch(createMemoryRecords);
}

/** Rethrows the error of a failed write, with a message for the person if the storage is full. */
function explainFullStorage(error: unknown): never {
  if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
  throw new Error(t`This browser’s storage is full. Delete some chats or prompts, then try again.`, {
    cause: error,
  });
}

/**
 * Runs the sync in one tab at a time. Without Web Locks, as over plain HTTP, two tabs may send the same change; the
 * server then reports a conflict and nothing is lost.
 */
async function withSyncLock(userId: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`lectern.${userId}.librarySync`, run);
  else await run();
}
