import type { Folder, FolderType } from "@lectern/contract";
import { useMemo } from "react";
import { useStore } from "zustand";
import { usePromptStore } from "./PromptStoreProvider.tsx";

/**
 * Returns a person's folders of one type, including built-in ones, unsorted (see `sortFolders`). Available immediately.
 */
export function useFolders(type: FolderType): readonly Folder[] {
  const folders = useStore(usePromptStore().state, (state) => state.folders);
  return useMemo(() => folders.filter((folder) => folder.type === type), [folders, type]);
}
