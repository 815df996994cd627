import { useMemo, useState } from "react";
import { type FolderSort, parseFolderSort } from "../../../entities/prompts/store/sortFolders.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const sortKey = "chatFolderSort";
const hiddenKey = "hiddenGroupFolders";
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

/** The person's view options for conversation folders. Stored in this browser, except `showsHidden`. */
export function useFolderView(userId: string): FolderView {
  const [sort, setSort] = useState(() => parseFolderSort(readUserValue(userId, sortKey)));
  const [openIds, setOpenIds] = useState(() => readIds(userId, openKey));
  const [hiddenIds, setHiddenIds] = useState(() => readIds(userId, hiddenKey));
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
        // Another tab may have opened other folders.
        const next = withId(readIds(userId, openKey), id, isOpen);
        setOpenIds(next);
        writeIds(userId, openKey, next);
      },
      setHidden(id, isHidden) {
        const next = withId(readIds(userId, hiddenKey), id, isHidden);
        setHiddenIds(next);
        writeIds(userId, hiddenKey, next);
      },
    }),
    [userId, sort, openIds, hiddenIds, showsHidden],
  );
}

function readIds(userId: string, key: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(readUserValue(userId, key) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
  } catch {
    // The stored text is damaged: start without any ids.
    return new Set();
  }
}

const writeIds = (userId: string, key: string, ids: ReadonlySet<string>) =>
  writeUserValue(userId, key, JSON.stringify([...ids]));

function withId(ids: ReadonlySet<string>, id: string, isIncluded: boolean): Set<string> {
  const next = new Set(ids);
  if (isIncluded) next.add(id);
  else next.delete(id);
  return next;
}
