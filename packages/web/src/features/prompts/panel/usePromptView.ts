import type { BuiltInFolderId } from "@lectern/contract";
import { useState } from "react";
import { type FolderSort, parseFolderSort } from "../../../entities/prompts/store/sortFolders.ts";
import { changeStoredId, readStoredIds } from "../../../lib/storedIds.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const sortKey = "promptFolderSort";
const openKey = "openPromptFolders";
/** The folders that are open before the person first opens or closes one, so that the list shows what prompts are. */
const initialOpenIds: readonly BuiltInFolderId[] = ["amplify_helpers"];

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
  const [openIds, setOpenIds] = useState(() => readStoredIds(userId, openKey, initialOpenIds));
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
      setOpenIds(changeStoredId(userId, openKey, { id: folderId, isIncluded: isOpen }, initialOpenIds));
    },
  };
}
