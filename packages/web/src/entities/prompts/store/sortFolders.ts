import { builtInFolders, type Folder } from "@lectern/contract";

export type FolderSort = "date" | "name";

/**
 * Sorts folders for display: pinned ones first, those of groups last, and within each the newest first or by name.
 * Returns a new list.
 */
export function sortFolders(folders: readonly Folder[], by: FolderSort): Folder[] {
  return folders.toSorted(
    (a, b) =>
      getFolderRank(a) - getFolderRank(b) ||
      (by === "date" ? byDate(a, b) : 0) ||
      byName(a, b) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Parses a stored sort order. The default is by date. */
export const parseFolderSort = (stored: string | null): FolderSort => (stored === "name" ? "name" : "date");

function getFolderRank({ isGroupFolder, pinned }: Folder): number {
  if (isGroupFolder) return 2;
  return pinned ? 0 : 1;
}

/** Compares by date. Folders without a date come last; the built-in folders among them keep their own order. */
function byDate(a: Folder, b: Folder): number {
  const [dateA, dateB] = [a.date ?? "", b.date ?? ""];
  if (dateA !== dateB) return dateA > dateB ? -1 : 1;
  return getBuiltInIndex(a) - getBuiltInIndex(b);
}

const getBuiltInIndex = ({ id }: Folder) => builtInFolders.findIndex((folder) => folder.id === id);

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const byName = (a: Folder, b: Folder) => collator.compare(a.name, b.name);
