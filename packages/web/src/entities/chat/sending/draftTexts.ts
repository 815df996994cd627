import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

/** The draft key that all conversations without messages share, so that a reload finds the draft. */
export const newDraftKey = "new";

/** Returns the name under which this browser stores the text of a draft. */
export const getStoredDraftName = (draftKey: string) => `draft:${draftKey}`;

/**
 * Moves the unsent text of a conversation that is gone to the draft of the next new conversation. Discards the text if
 * that draft already has some.
 */
export function moveDraftTextToNew(userId: string, fromKey: string): void {
  const text = readUserValue(userId, getStoredDraftName(fromKey));
  if (text === null) return;
  const newDraftName = getStoredDraftName(newDraftKey);
  if (readUserValue(userId, newDraftName) === null) writeUserValue(userId, newDraftName, text);
  writeUserValue(userId, getStoredDraftName(fromKey), null);
}
