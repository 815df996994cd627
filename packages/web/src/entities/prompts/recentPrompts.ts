import { putFirst, readStoredIds } from "../../lib/storedIds.ts";
import { writeUserValue } from "../../lib/userStorage.ts";

const key = "recentPrompts";
const maxRecent = 5;

/** Reads the ids of the prompts that the person has used in this browser, the last one first. Some may no longer exist. */
export const readRecentPromptIds = (userId: string): readonly string[] => [...readStoredIds(userId, key)];

/** Puts a prompt first among the recent ones. */
export function markPromptUsed(userId: string, id: string): void {
  writeUserValue(userId, key, JSON.stringify(putFirst(readRecentPromptIds(userId), id, maxRecent)));
}
