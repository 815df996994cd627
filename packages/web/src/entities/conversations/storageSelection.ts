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
const listeners = new Set<() => void>();

/** The location of new conversations that the institution has set; null: it leaves the decision to the person. */
export type DefaultStorage = "cloud" | "local" | null;

/** Returns the person's selection or, before the first one, the institution's default. */
export function readStorageSelection(userId: string, defaultStorage: DefaultStorage): StorageSelection {
  return readChosenStorage(userId) ?? (defaultStorage === "cloud" ? "future-cloud" : "future-local");
}

/** Returns the selection that the person made in this browser; null: none yet. */
function readChosenStorage(userId: string): StorageSelection | null {
  const stored = readUserValue(userId, key);
  return storageSelections.find((selection) => selection === stored) ?? null;
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

/** Returns the current selection and renders the component again when the selection changes in this tab. */
export function useStorageSelection(userId: string, defaultStorage: DefaultStorage): StorageSelection {
  const read = () => readStorageSelection(userId, defaultStorage);
  return useSyncExternalStore(subscribe, read, read);
}

/** True if the person has selected in this browser where conversations are stored. */
export function useHasChosenStorage(userId: string): boolean {
  const read = () => readChosenStorage(userId) !== null;
  return useSyncExternalStore(subscribe, read, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
