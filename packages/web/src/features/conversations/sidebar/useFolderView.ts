import { useMemo, useState } from "react";
import { type FolderSort, parseFolderSort } from "../../../entities/prompts/store/sortFolders.ts";
import { setGroupFolderHidden, useHiddenGroupFolders } from "../../../entities/settings/hiddenGroupFolders.ts";
import { changeStoredId, readStoredIds } from "../../../lib/storedIds.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const sortKey = "chatFolderSort";
const openKey = "openChatFolders";

export interface FolderView {
  sort: FolderSort;
  openIds: ReadonlySet<string>;
  /** The group folders that the person has hidden. */
  hiddenIds: ReadonlySet<string>;
  /** True while hidden folders are shown, so that the person can unhide them. */
  showsHidden: boolean;
  setSort: (sort: FolderSort) => void;
  setOpen: (id: string, isOpen: boolean) => void;
  setHidden: (id: string, isHidden: boolean) => void;
  setShowsHidden: (showsHidden: boolean) => void;
}

/**
 * The person's view options for conversation folders. The order and the open folders are stored in this browser, the
 * hidden ones with the settings.
 */
export function useFolderView(userId: string): FolderView {
  const [sort, setSort] = useState(() => parseFolderSort(readUserValue(userId, sortKey)));
  const [openIds, setOpenIds] = useState(() => readStoredIds(userId, openKey));
  const hiddenIds = useHiddenGroupFolders(userId);
  const [showsHidden, setShowsHidden] = useState(false);
  return useMemo(
    () => ({
      sort,
      openIds,
      hiddenIds,
      showsHidden,
      setShowsHidden,
      setSort(next) {
        setSort(next);
        writeUserValue(userId, sortKey, next);
      },
      setOpen(id, isOpen) {
        setOpenIds(changeStoredId(userId, openKey, { id, isIncluded: isOpen }));
      },
      setHidden: (id, isHidden) => setGroupFolderHidden(userId, id, isHidden),
    }),
    [userId, sort, openIds, hiddenIds, showsHidden],
  );
}
