import { defaultUserSettings, getUserSettings, saveUserSettings, UserSettings } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useSyncExternalStore } from "react";
import { call } from "../../lib/call.ts";
import { onUserValueChanged, readUserValue, writeUserValue } from "../../lib/userStorage.ts";
import { getDefaultTheme, toThemeSettings } from "./themes.ts";

/**
 * Returns the text shown if the server could not save the settings, which are still stored in this browser. It is
 * exactly as specified.
 */
export const getSettingsSaveFailedText = (): string => t`Settings failed to update in the cloud...`;

const key = "settings";
/** Set while there are changes that the server does not have. */
const unsavedKey = "settingsUnsaved";

/** Reads one person's settings from this browser's storage. */
export function readUserSettings(userId: string): UserSettings {
  const text = readUserValue(userId, key);
  if (text === null) return getFirstSettings();
  if (lastParsed.text !== text) lastParsed = { text, settings: parse(text) };
  return lastParsed.settings;
}

/** Returns the settings of somebody who has saved none. Always the same object, as React requires. */
function getFirstSettings(): UserSettings {
  firstSettings ??= { ...defaultUserSettings, ...toThemeSettings(getDefaultTheme()) };
  return firstSettings;
}

/** Returns one person's settings. The component renders again when the settings change, here or in another tab. */
export function useUserSettings(userId: string): UserSettings {
  const read = () => readUserSettings(userId);
  return useSyncExternalStore((listener) => subscribe(userId, listener), read, read);
}

/**
 * Returns "done" once this page has exchanged the settings with the server, so that they are those of the person's
 * account; "failed": the first try failed, and a later one may succeed.
 */
export function useSettingsSyncStatus(userId: string): SyncStatus {
  const read = () => syncStatuses.get(userId) ?? "pending";
  return useSyncExternalStore((listener) => subscribe(userId, listener), read, read);
}

/**
 * Changes settings in this browser, then on the server. Resolves with true if the server has saved the changes.
 * Otherwise they stay in this browser, the listeners of `onSettingsUnsaved` are called, and the next `syncUserSettings`
 * saves them.
 */
export async function changeUserSettings(userId: string, changes: Partial<UserSettings>): Promise<boolean> {
  write(userId, { ...readUserSettings(userId), ...changes });
  writeUserValue(userId, unsavedKey, "1");
  const error = await save(userId);
  if (error === null) return true;
  for (const listener of unsavedListeners) listener(error);
  return false;
}

/**
 * Syncs the settings with the server: saves unsaved changes, or else loads the server's settings. If that fails, the
 * next call tries again.
 */
export async function syncUserSettings(userId: string): Promise<void> {
  if (isUnsaved(userId)) await save(userId);
  else await load(userId);
}

/** Calls `listener` with the error whenever the server could not save a change. Returns the unsubscribe function. */
export function onSettingsUnsaved(listener: (error: unknown) => void): () => void {
  unsavedListeners.add(listener);
  return () => unsavedListeners.delete(listener);
}

type SyncStatus = "pending" | "done" | "failed";

const listeners = new Set<() => void>();
const syncStatuses = new Map<string, SyncStatus>();
const unsavedListeners = new Set<(error: unknown) => void>();
let firstSettings: UserSettings | null = null;
let lastParsed: { text: string | null; settings: UserSettings } = { text: null, settings: defaultUserSettings };
/** The last save or load. They run one after the other. */
let lastCall: Promise<unknown> = Promise.resolve();

/**
 * Saves the settings, one request at a time, so that the last change arrives last. Resolves with the error, or null on
 * success.
 */
function save(userId: string): Promise<unknown> {
  const savePromise = lastCall.then(async () => {
    const text = readUserValue(userId, key);
    try {
      await call(saveUserSettings, { settings: readUserSettings(userId) });
      if (readUserValue(userId, key) === text) writeUserValue(userId, unsavedKey, null);
      setSyncStatus(userId, "done");
      return null;
    } catch (error) {
      setSyncStatus(userId, "failed");
      return error;
    }
  });
  lastCall = savePromise;
  return savePromise;
}

/** Loads the settings. Never rejects. */
function load(userId: string): Promise<void> {
  const loadPromise = lastCall.then(async () => {
    const reply = await call(getUserSettings, {}).catch((error: Error) => {
      console.warn("The settings could not be loaded.", error.message);
      return null;
    });
    // A change made during the request is newer than the response.
    if (reply?.settings && !isUnsaved(userId)) write(userId, reply.settings);
    setSyncStatus(userId, reply ? "done" : "failed");
  });
  lastCall = loadPromise;
  return loadPromise;
}

const isUnsaved = (userId: string) => readUserValue(userId, unsavedKey) !== null;

function write(userId: string, settings: UserSettings): void {
  writeUserValue(userId, key, JSON.stringify(settings));
  for (const listener of listeners) listener();
}

function setSyncStatus(userId: string, status: SyncStatus): void {
  // A sync that fails later does not undo the first one.
  if (syncStatuses.get(userId) === "done" || syncStatuses.get(userId) === status) return;
  syncStatuses.set(userId, status);
  for (const listener of listeners) listener();
}

function parse(text: string): UserSettings {
  try {
    const result = UserSettings.safeParse(JSON.parse(text));
    return result.success ? result.data : getFirstSettings();
  } catch {
    return getFirstSettings();
  }
}

function subscribe(userId: string, listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = onUserValueChanged(userId, key, listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}
