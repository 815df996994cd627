import { useState } from "react";
import { type FolderSort, parseFolderSort } from "../../../entities/prompts/store/sortFolders.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const sortKey = "promptFolderSort";
const openKey = "openPromptFolders";

export interface PromptView {
  sort: FolderSort;
  openIds: ReadonlySet<string>;
  /** True while the person's own hidden templates are also listed. Not stored. */
  showsHidden: boolean;
  setSort: (sort: FolderSort) => void;
  setOpen: (folderId: string, isOpen: boolean) => void;
  setShowsHidden: (showsHidden: boolean) => void;
}

/** The view options of one person's prompt list. The folder order and the open folders are stored in this browser. */
export function usePromptView(userId: string): PromptView {
  const [sort, setSort] = useState(() => parseFolderSort(readUserValue(userId, sortKey)));
  const [openIds, setOpenIds] = useState(() => readOpenIds(userId));
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
      // Another tab may have opened other folders.
      const next = new Set(readOpenIds(userId));
      if (isOpen) next.add(folderId);
      else next.delete(folderId);
      setOpenIds(next);
      writeUserValue(userId, openKey, JSON.stringify([...next]));
    },
  };
}

function readOpenIds(userId: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(readUserValue(userId, openKey) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
  } catch {
    // The stored text is damaged: all folders start closed.
    return new Set();
  }
}
