import { builtInFolders, type Folder, isBuiltInFolder } from "@lectern/contract";

/** Adds the built-in folders to a person's own. */
export function withBuiltInFolders(own: readonly Folder[]): Folder[] {
  return [...builtInFolders, ...own.filter(({ id }) => !isBuiltInFolder(id))];
}
