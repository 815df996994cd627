import { useSyncExternalStore } from "react";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

/**
 * Where conversations are kept: all of them in this browser or in the cloud (`-only`, what is elsewhere is moved), or the new ones
 * from now on (`future-`).
 */
export type StorageSelection = "local-only" | "cloud-only" | "future-local" | "future-cloud";

export const storageSelections: readonly StorageSelection[] = [
  "local-only",
  "cloud-only",
  "future-local",
  "future-cloud",
];

const key = "storageSelection";
const initial: StorageSelection = "future-local";
const listeners = new Set<() => void>();

export function readStorageSelection(userId: string): StorageSelection {
  const stored = readUserValue(userId, key);
  return storageSelections.find((selection) => selection === stored) ?? initial;
}

/** Where new conversations go. */
export function getStorageLocation(selection: StorageSelection): "cloud" | "local" {
  return selection === "cloud-only" || selection === "future-cloud" ? "cloud" : "local";
}

/** Whether the conversations that are elsewhere are moved too. */
export function includesExisting(selection: StorageSelection): boolean {
  return selection === "local-only" || selection === "cloud-only";
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
