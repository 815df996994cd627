import { useMemo } from "react";
import { changeUserSettings, readUserSettings, useUserSettings } from "./userSettings.ts";

/** The folders of groups that a person has hidden in the side panels, on all their devices. */
export function useHiddenGroupFolders(userId: string): ReadonlySet<string> {
  const { hiddenGroupFolderIds } = useUserSettings(userId);
  return useMemo(() => new Set(hiddenGroupFolderIds), [hiddenGroupFolderIds]);
}

/** Hides the folder of a group, or shows it again. */
export function setGroupFolderHidden(userId: string, folderId: string, isHidden: boolean): void {
  const otherIds = readUserSettings(userId).hiddenGroupFolderIds.filter((id) => id !== folderId);
  void changeUserSettings(userId, { hiddenGroupFolderIds: isHidden ? [...otherIds, folderId] : otherIds });
}
