/** Values that could not be written to localStorage. They are lost when the page is closed. */
const fallbackValues = new Map<string, string>();

/**
 * Reads a person's value that `writeUserValue` wrote. Returns null if there is none, or if localStorage is blocked and
 * the value was not written since the page was opened.
 */
export function readUserValue(userId: string, key: string): string | null {
  const fallbackValue = fallbackValues.get(toStorageKey(userId, key));
  if (fallbackValue !== undefined) return fallbackValue;
  try {
    return localStorage.getItem(toStorageKey(userId, key));
  } catch {
    return null;
  }
}

/**
 * Writes one person's value to localStorage; null removes it. If localStorage is blocked or full, the value lasts until
 * the page is closed.
 */
export function writeUserValue(userId: string, key: string, value: string | null): void {
  fallbackValues.delete(toStorageKey(userId, key));
  try {
    if (value === null) localStorage.removeItem(toStorageKey(userId, key));
    else localStorage.setItem(toStorageKey(userId, key), value);
  } catch {
    if (value !== null) fallbackValues.set(toStorageKey(userId, key), value);
  }
}

/** Removes the values of one person whose keys match. */
export function removeUserValues(userId: string, matches: (key: string) => boolean): void {
  for (const key of listUserKeys(userId).filter(matches)) writeUserValue(userId, key, null);
}

/** Lists the keys of one person's values. */
export function listUserKeys(userId: string): string[] {
  const prefix = toStorageKey(userId, "");
  const keys = [...fallbackValues.keys(), ...listStorageKeys()];
  return keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

function listStorageKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return []; // localStorage is blocked.
  }
}

/** Calls `listener` whenever another tab removes the value. Returns the unsubscribe function. */
export function onUserValueRemoved(userId: string, key: string, listener: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === toStorageKey(userId, key) && event.newValue === null) listener();
  };
  addEventListener("storage", handleStorage);
  return () => removeEventListener("storage", handleStorage);
}

/** Calls `listener` whenever another tab changes or removes the value. Returns the unsubscribe function. */
export function onUserValueChanged(userId: string, key: string, listener: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === toStorageKey(userId, key)) listener();
  };
  addEventListener("storage", handleStorage);
  return () => removeEventListener("storage", handleStorage);
}

const toStorageKey = (userId: string, key: string) => `lectern.${userId}.${key}`;
