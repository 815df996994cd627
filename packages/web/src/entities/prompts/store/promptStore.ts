import type { Folder, FolderType, PromptTemplate } from "@lectern/contract";
import type { StoreApi } from "zustand";

/** A person's prompts and folders in this browser, joined with those of their other devices. */
export interface PromptStore {
  readonly state: StoreApi<PromptStoreState>;
  /** Resolves once the prompts are read: `status` is ready. Rejects where what reads them cannot be loaded. */
  ready(): Promise<void>;
  /** Creates or changes it. Resolves when this browser has it; the other devices hear of it later. */
  saveFolder(folder: Folder): Promise<void>;
  /** Takes the folder away, and nothing that is in it: that is for who calls. */
  removeFolder(id: string): Promise<void>;
  /** Of a built-in template only its folder and whether it is hidden are kept. */
  savePrompts(prompts: readonly PromptTemplate[]): Promise<void>;
  removePrompts(ids: readonly string[]): Promise<void>;
  /** Joins this browser with the server now. Where it fails it is tried again later; it does not throw. */
  sync(): Promise<void>;
}

export interface PromptStoreState {
  status: "loading" | "ready";
  /** Built-in folders among them. */
  folders: readonly Folder[];
  /** The built-in templates are among them (`isBuiltInPrompt`); they are not stored. Empty while loading. */
  prompts: readonly PromptTemplate[];
}

/** A folder that does not exist yet. */
export function newFolder(type: FolderType, name: string): Folder {
  return { id: crypto.randomUUID(), name, type, date: new Date().toISOString(), pinned: false };
}

const builtInPrefix = "lectern:";
export const builtInPromptId = (name: string) => `${builtInPrefix}${name}`;

/** Whether a template comes with the product: it can be copied, hidden and filed, not changed or deleted. */
export const isBuiltInPrompt = (id: string) => id.startsWith(builtInPrefix);
