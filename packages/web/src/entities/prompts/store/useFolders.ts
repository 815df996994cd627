import type { Folder, FolderType } from "@lectern/contract";
import { useMemo } from "react";
import { useStore } from "zustand";
import { useLibrary } from "./LibraryProvider.tsx";

/** A person's folders of one type, built-in ones among them, in no order (see sortFolders). There at once. */
export function useFolders(type: FolderType): readonly Folder[] {
  const folders = useStore(useLibrary().state, (state) => state.folders);
  return useMemo(() => folders.filter((folder) => folder.type === type), [folders, type]);
}
