import { StorageSelection } from "@lectern/contract";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";
import { changeUserSettings, readUserSettings, useUserSettings } from "../settings/userSettings.ts";
import type { StoredSummary } from "./storedSummary.ts";

const key = "storageSelection";

/** The location of new conversations that the institution has set; null: it leaves the decision to the person. */
export type DefaultStorage = "cloud" | "local" | null;

/** Returns the selection that the person made, on any device; null: none yet. */
export function readChosenStorage(userId: string): StorageSelection | null {
  return readUserSettings(userId).storageSelection ?? readStoredHere(userId);
}

/**
 * Returns the selection before the person's first one: the institution's default or, without one, the cloud, so that
 * nobody's conversations end up on one device by accident. A person whose conversations are all in this browser has
 * decided that.
 */
export function getDefaultSelection(
  defaultStorage: DefaultStorage,
  conversations: readonly Pick<StoredSummary, "isLocal">[],
): StorageSelection {
  const isAllHere = conversations.length > 0 && conversations.every(({ isLocal }) => isLocal);
  return (defaultStorage ?? (isAllHere ? "local" : "cloud")) === "cloud" ? "future-cloud" : "future-local";
}

/** Returns the location of new conversations. */
export function getStorageLocation(selection: StorageSelection): "cloud" | "local" {
  return selection === "cloud-only" || selection === "future-cloud" ? "cloud" : "local";
}

/** True if the selection also moves existing conversations. */
export function includesExisting(selection: StorageSelection): boolean {
  return selection === "local-only" || selection === "cloud-only";
}

/** Returns the selection for the location of new conversations. `movesExisting`: existing ones move there as well. */
export function getStorageSelection(location: "cloud" | "local", movesExisting: boolean): StorageSelection {
  if (location === "cloud") return movesExisting ? "cloud-only" : "future-cloud";
  return movesExisting ? "local-only" : "future-local";
}

/** Stores the selection in this browser and with the person's settings, which all their devices share. */
export function writeStorageSelection(userId: string, selection: StorageSelection): void {
  writeUserValue(userId, key, selection);
  void changeUserSettings(userId, { storageSelection: selection });
}

/** Like `readChosenStorage`. The component renders again when the selection changes, on any device. */
export function useChosenStorage(userId: string): StorageSelection | null {
  return useUserSettings(userId).storageSelection ?? readStoredHere(userId);
}

/** Returns the selection made in this browser, which may be older than the one in the person's settings. */
function readStoredHere(userId: string): StorageSelection | null {
  const stored = readUserValue(userId, key);
  return StorageSelection.options.find((selection) => selection === stored) ?? null;
}
