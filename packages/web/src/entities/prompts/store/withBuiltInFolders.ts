import { builtInFolders, type Folder, isBuiltInFolder } from "@lectern/contract";

/** Adds the built-in folders to a person's own. */
export function withBuiltInFolders(ownFolders: readonly Folder[]): Folder[] {
  return [...builtInFolders, ...ownFolders.filter(({ id }) => !isBuiltInFolder(id))];
}
