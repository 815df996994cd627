import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

/** Where new conversations are kept: in this browser, or in the cloud. */
export type StorageSelection = "future-local" | "future-cloud";

const key = "storageSelection";

export function readStorageSelection(userId: string): StorageSelection {
  return readUserValue(userId, key) === "future-cloud" ? "future-cloud" : "future-local";
}

export function writeStorageSelection(userId: string, selection: StorageSelection): void {
  writeUserValue(userId, key, selection);
}
