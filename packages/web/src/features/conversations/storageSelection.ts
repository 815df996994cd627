import { useSyncExternalStore } from "react";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

/** Where new conversations are kept: in this browser, or in the cloud. */
export type StorageSelection = "future-local" | "future-cloud";

const key = "storageSelection";
const listeners = new Set<() => void>();

export function readStorageSelection(userId: string): StorageSelection {
  return readUserValue(userId, key) === "future-cloud" ? "future-cloud" : "future-local";
}

export function writeStorageSelection(userId: string, selection: StorageSelection): void {
  writeUserValue(userId, key, selection);
  for (const listener of listeners) listener();
}

/** The same for a component, which is drawn again when it changes. */
export function useStorageSelection(userId: string): StorageSelection {
  const read = () => readStorageSelection(userId);
  return useSyncExternalStore(subscribe, read, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
