import type { Folder } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getFolderName } from "./getFolderName.ts";
import { sortFolders } from "./store/sortFolders.ts";

/**
 * Returns the options of a folder selector, sorted by name. The empty value is "No folder". The folders of groups are
 * not options.
 */
export function getFolderChoices(folders: readonly Folder[]): { value: string; label: string }[] {
  const ownFolders = folders.filter(({ isGroupFolder }) => isGroupFolder !== true);
  return [
    { value: "", label: t`No folder` },
    ...sortFolders(ownFolders, "name").map((folder) => ({ value: folder.id, label: getFolderName(folder) })),
  ];
}
