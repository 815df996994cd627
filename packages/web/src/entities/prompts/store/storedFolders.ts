import { Folder } from "@lectern/contract";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const key = "folders";

/**
 * Reads a person's own folders from localStorage, so that the first paint can show them before the database is open.
 */
export function readStoredFolders(userId: string): Folder[] {
  const stored = parseJson(readUserValue(userId, key));
  return Array.isArray(stored) ? stored.map((folder) => Folder.safeParse(folder).data).filter(isDefined) : [];
}

export function storeFolders(userId: string, folders: readonly Folder[]): void {
  writeUserValue(userId, key, JSON.stringify(folders));
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    // The stored text is damaged. The database still has the folders.
    return [];
  }
}

const isDefined = (folder: Folder | undefined) => folder !== undefined;
