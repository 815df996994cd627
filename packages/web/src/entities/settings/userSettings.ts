import { defaultUserSettings, getUserSettings, saveUserSettings, UserSettings } from "@lectern/contract";
import { useSyncExternalStore } from "react";
import { call } from "../../lib/call.ts";
import { onUserValueChanged, readUserValue, writeUserValue } from "../../lib/userStorage.ts";

/** What is said where the server did not take them. They are kept in this browser all the same. The specification's words. */
export const settingsSaveFailed = "Settings failed to update in the cloud...";

const key = "settings";
/** Present while the server does not have what is kept here. */
const unsavedKey = "settingsUnsaved";

/** One person's settings, as this browser keeps them. */
export function readUserSettings(userId: string): UserSettings {
  const text = readUserValue(userId, key);
  if (text === null) return defaultUserSettings;
  if (parsed.text !== text) parsed = { text, settings: parse(text) };
  return parsed.settings;
}

/** The same for a component, which is drawn again when they change, here or in another tab. */
export function useUserSettings(userId: string): UserSettings {
  const read = () => readUserSettings(userId);
  return useSyncExternalStore((listener) => subscribe(userId, listener), read, read);
}

/**
 * Changes some of them: in this browser at once, then on the server. Resolves to whether the server has them; where it does not, they
 * stay here, `onSettingsUnsaved` is told, and the next start tries again.
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
 * Joins what this browser keeps with the server's: changes that it does not have yet are saved, else its settings are taken. What
 * fails is left for the next time.
 */
export async function syncUserSettings(userId: string): Promise<void> {
  if (isUnsaved(userId)) {
    await save(userId);
    return;
  }
  const reply = await call(getUserSettings, {}).catch(() => null);
  // Changed here meanwhile: that is newer.
  if (reply?.settings && !isUnsaved(userId)) write(userId, reply.settings);
}

/** Calls `listener` with the reason whenever the server has not taken a change. Gives the function that ends that. */
export function onSettingsUnsaved(listener: (error: unknown) => void): () => void {
  unsavedListeners.add(listener);
  return () => unsavedListeners.delete(listener);
}

const listeners = new Set<() => void>();
const unsavedListeners = new Set<(error: unknown) => void>();
let parsed: { text: string | null; settings: UserSettings } = { text: null, settings: defaultUserSettings };
let lastSave: Promise<unknown> = Promise.resolve();

/** One after the other, so that the last change is the last to arrive. Gives why it failed; null where it did not. */
function save(userId: string): Promise<unknown> {
  const saving = lastSave.then(async () => {
    const text = readUserValue(userId, key);
    try {
      await call(saveUserSettings, { settings: readUserSettings(userId) });
      if (readUserValue(userId, key) === text) writeUserValue(userId, unsavedKey, null);
      return null;
    } catch (error) {
      return error;
    }
  });
  lastSave = saving;
  return saving;
}

const isUnsaved = (userId: string) => readUserValue(userId, unsavedKey) !== null;

function write(userId: string, settings: UserSettings): void {
  writeUserValue(userId, key, JSON.stringify(settings));
  for (const listener of listeners) listener();
}

function parse(text: string): UserSettings {
  try {
    const read = UserSettings.safeParse(JSON.parse(text));
    return read.success ? read.data : defaultUserSettings;
  } catch {
    return defaultUserSettings;
  }
}

function subscribe(userId: string, listener: () => void): () => void {
  listeners.add(listener);
  const stop = onUserValueChanged(userId, key, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
