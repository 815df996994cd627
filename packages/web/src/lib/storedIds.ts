import { readUserValue, writeUserValue } from "./userStorage.ts";

/** Reads the ids that are stored for one person, in their order; `initialIds` if none have been stored yet. */
export function readStoredIds(userId: string, key: string, initialIds: readonly string[] = []): ReadonlySet<string> {
  const storedText = readUserValue(userId, key);
  if (storedText === null) return new Set(initialIds);
  try {
    const stored: unknown = JSON.parse(storedText);
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
  } catch {
    // The stored text is damaged: start without any ids.
    return new Set();
  }
}

/**
 * Adds or removes an id of one person's stored ids, and returns all of them. Another tab may have changed others since
 * they were read.
 */
export function changeStoredId(
  userId: string,
  key: string,
  change: { id: string; isIncluded: boolean },
  initialIds: readonly string[] = [],
): ReadonlySet<string> {
  const ids = new Set(readStoredIds(userId, key, initialIds));
  if (change.isIncluded) ids.add(change.id);
  else ids.delete(change.id);
  writeUserValue(userId, key, JSON.stringify([...ids]));
  return ids;
}

/** Returns the ids with one put first, at most `max` of them. */
export const putFirst = (ids: readonly string[], id: string, max: number): string[] =>
  [id, ...ids.filter((otherId) => otherId !== id)].slice(0, max);
