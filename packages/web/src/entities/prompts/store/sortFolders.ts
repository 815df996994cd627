import { builtInFolders, type Folder } from "@lectern/contract";

export type FolderSort = "date" | "name";

/** Folders as they are listed: pinned ones first, those of groups last; among each the newest first, or by name. Gives a new list. */
export function sortFolders(folders: readonly Folder[], by: FolderSort): Folder[] {
  return folders.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (by === "date" ? byDate(a, b) : 0) || byName(a, b) || (a.id < b.id ? -1 : 1),
  );
}

/** Reads a kept choice; by date where there is none. */
export const parseFolderSort = (kept: string | null): FolderSort => (kept === "name" ? "name" : "date");

function rankOf({ isGroupFolder, pinned }: Folder): number {
  if (isGroupFolder) return 2;
  return pinned ? 0 : 1;
}

/** Folders that everybody has were there first; what has no date comes after what has one. */
function byDate(a: Folder, b: Folder): number {
  const [dateA, dateB] = [a.date ?? "", b.date ?? ""];
  if (dateA !== dateB) return dateA > dateB ? -1 : 1;
  return builtInOrder(a) - builtInOrder(b);
}

const builtInOrder = ({ id }: Folder) => builtInFolders.findIndex((folder) => folder.id === id);

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const byName = (a: Folder, b: Folder) => collator.compare(a.name, b.name);
