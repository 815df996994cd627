import { useState } from "react";
import { type FolderSort, folderSortOf } from "../../../entities/prompts/store/sortFolders.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const sortKey = "promptFolderSort";
const openKey = "openPromptFolders";

export interface PromptView {
  sort: FolderSort;
  openIds: ReadonlySet<string>;
  /** One's own hidden templates are listed too; until the panel is drawn anew. */
  showsHidden: boolean;
  setSort: (sort: FolderSort) => void;
  setOpen: (folderId: string, isOpen: boolean) => void;
  setShowsHidden: (showsHidden: boolean) => void;
}

/** [A9.15] How one person wants their prompts listed; kept in this browser. */
export function usePromptView(userId: string): PromptView {
  const [sort, setSort] = useState(() => folderSortOf(readUserValue(userId, sortKey)));
  const [openIds, setOpenIds] = useState(() => readOpen(userId));
  const [showsHidden, setShowsHidden] = useState(false);
  return {
    sort,
    openIds,
    showsHidden,
    setShowsHidden,
    setSort(next) {
      setSort(next);
      writeUserValue(userId, sortKey, next);
    },
    setOpen(folderId, isOpen) {
      // Another tab may have opened others.
      const next = new Set(readOpen(userId));
      if (isOpen) next.add(folderId);
      else next.delete(folderId);
      setOpenIds(next);
      writeUserValue(userId, openKey, JSON.stringify([...next]));
    },
  };
}

function readOpen(userId: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(readUserValue(userId, openKey) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : []);
  } catch {
    // Written by something else: the folders are opened again by hand.
    return new Set();
  }
}
