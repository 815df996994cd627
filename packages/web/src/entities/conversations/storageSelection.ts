import { useSyncExternalStore } from "react";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

/**
 * Where conversations are stored. `-only`: all of them in one location, to which existing ones are moved; `future-`:
 * only new ones.
 */
export type StorageSelection = "local-only" | "cloud-only" | "future-local" | "future-cloud";

export const storageSelections: readonly StorageSelection[] = [
  "local-only",
  "cloud-only",
  "future-local",
  "future-cloud",
];

const key = "storageSelection";
const initialSelection: StorageSelection = "future-local";
const listeners = new Set<() => void>();

export function readStorageSelection(userId: string): StorageSelection {
  const stored = readUserValue(userId, key);
  return storageSelections.find((selection) => selection === stored) ?? initialSelection;
}

/** Returns the location of new conversations. */
export function getStorageLocation(selection: StorageSelection): "cloud" | "local" {
  return selection === "cloud-only" || selection === "future-cloud" ? "cloud" : "local";
}

/** True if the selection also moves existing conversations. */
export function includesExisting(selection: StorageSelection): boolean {
  return selection === "local-only" || selection === "cloud-only";
}

export function writeStorageSelection(userId: string, selection: StorageSelection): void {
  writeUserValue(userId, key, selection);
  for (const listener of listeners) listener();
}

/** Returns the stored selection and renders the component again when the selection changes in this tab. */
export function useStorageSelection(userId: string): StorageSelection {
  const read = () => readStorageSelection(userId);
  return useSyncExternalStore(subscribe, read, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
