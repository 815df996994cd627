import type { Folder, FolderType, PromptTemplate } from "@lectern/contract";
import type { StoreApi } from "zustand";

/** A person's prompts and folders, stored in this browser and synced with their other devices. */
export interface PromptStore {
  readonly state: StoreApi<PromptStoreState>;
  /**
   * Resolves once the prompts are loaded and `status` is ready. Rejects if the code that loads them cannot be loaded.
   */
  ready(): Promise<void>;
  /** Creates or updates a folder. Resolves when this browser has stored the folder, which is synced later. */
  saveFolder(folder: Folder): Promise<void>;
  /** Deletes a folder, but not the prompts in it: the caller moves or deletes them. */
  removeFolder(id: string): Promise<void>;
  /** Creates or updates prompts. For a built-in template, only its folder and its hidden state are stored. */
  savePrompts(prompts: readonly PromptTemplate[]): Promise<void>;
  removePrompts(ids: readonly string[]): Promise<void>;
  /** Syncs with the server now. Never rejects: a failed sync is retried later. */
  sync(): Promise<void>;
}

export interface PromptStoreState {
  status: "loading" | "ready";
  /** All folders, including the built-in ones. */
  folders: readonly Folder[];
  /** All prompts, including the built-in templates (`isBuiltInPrompt`), which are not stored. Empty while loading. */
  prompts: readonly PromptTemplate[];
}

/** Creates a folder, without storing it. */
export function newFolder(type: FolderType, name: string): Folder {
  return { id: crypto.randomUUID(), name, type, date: new Date().toISOString(), pinned: false };
}

const builtInPrefix = "lectern:";
export const toBuiltInPromptId = (name: string) => `${builtInPrefix}${name}`;

/**
 * True for the ids of templates that come with the product. These can be copied, hidden and moved, but not edited or
 * deleted.
 */
export const isBuiltInPrompt = (id: string) => id.startsWith(builtInPrefix);
