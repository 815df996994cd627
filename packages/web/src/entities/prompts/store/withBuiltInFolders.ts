import { builtInFolders, type Folder, isBuiltInFolder } from "@lectern/contract";

/** The folders that everybody has, and these. */
export function withBuiltInFolders(own: readonly Folder[]): Folder[] {
  return [...builtInFolders, ...own.filter(({ id }) => !isBuiltInFolder(id))];
}
