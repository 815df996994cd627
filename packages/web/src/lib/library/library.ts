import type { Folder, FolderType, PromptTemplate } from "@lectern/contract";
import type { StoreApi } from "zustand";

/** A person's prompts and folders in this browser, joined with those of their other devices. */
export interface Library {
  readonly state: StoreApi<LibraryState>;
  /** Creates or changes it. Resolves when this browser has it; the other devices hear of it later. */
  saveFolder(folder: Folder): Promise<void>;
  /** Takes the folder away, and nothing that is in it: that is for who calls. */
  removeFolder(id: string): Promise<void>;
  savePrompts(prompts: readonly PromptTemplate[]): Promise<void>;
  removePrompts(ids: readonly string[]): Promise<void>;
  /** Joins this browser with the server now. Where it fails it is tried again later; it does not throw. */
  sync(): Promise<void>;
}

export interface LibraryState {
  status: "loading" | "ready";
  /** Built-in folders among them. */
  folders: readonly Folder[];
  /** The built-in templates are among them, as `isBuiltIn` ones that are not stored. */
  prompts: readonly PromptTemplate[];
}

/** A folder that does not exist yet. */
export function newFolder(type: FolderType, name: string): Folder {
  return { id: crypto.randomUUID(), name, type, date: new Date().toISOString(), pinned: false };
}
