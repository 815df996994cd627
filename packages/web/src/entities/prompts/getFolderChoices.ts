import type { Folder } from "@lectern/contract";
import { sortFolders } from "./store/sortFolders.ts";

/**
 * Returns the options of a folder selector, sorted by name. The empty value is "No folder". The folders of groups are
 * not options.
 */
export function getFolderChoices(folders: readonly Folder[]): { value: string; label: string }[] {
  const ownFolders = folders.filter(({ isGroupFolder }) => isGroupFolder !== true);
  return [
    { value: "", label: "No folder" },
    ...sortFolders(ownFolders, "name").map(({ id, name }) => ({ value: id, label: name })),
  ];
}
