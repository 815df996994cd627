import type { Folder } from "@lectern/contract";
import { sortFolders } from "./store/sortFolders.ts";

/** The folders that a template can be put into, by name, for a choice; the empty value is none. */
export function folderChoices(folders: readonly Folder[]): { value: string; label: string }[] {
  const own = folders.filter(({ isGroupFolder }) => isGroupFolder !== true);
  return [
    { value: "", label: "No folder" },
    ...sortFolders(own, "name").map(({ id, name }) => ({ value: id, label: name })),
  ];
}
