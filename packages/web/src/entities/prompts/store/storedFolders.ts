import { Folder } from "@lectern/contract";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const key = "folders";

/** A person's own folders as this browser last knew them: what the first paint has before the database is open. */
export function readStoredFolders(userId: string): Folder[] {
  const kept = parsed(readUserValue(userId, key));
  return Array.isArray(kept) ? kept.map((folder) => Folder.safeParse(folder).data).filter(isDefined) : [];
}

export function storeFolders(userId: string, folders: readonly Folder[]): void {
  writeUserValue(userId, key, JSON.stringify(folders));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    // Written by something else: the database has the folders all the same.
    return [];
  }
}

const isDefined = (folder: Folder | undefined) => folder !== undefined;
