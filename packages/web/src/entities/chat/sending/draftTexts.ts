import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

/** The key of the draft of a conversation without messages: the same for all of them, so that a reload finds it. */
export const newDraftKey = "new";

/** Where the text of a draft is stored in this browser. */
export const storedDraftName = (draftKey: string) => `draft:${draftKey}`;

/** Moves the unsent text of a conversation that is gone to the next new one, unless that has a text already. */
export function moveDraftTextToNew(userId: string, fromKey: string): void {
  const text = readUserValue(userId, storedDraftName(fromKey));
  if (text === null) return;
  const target = storedDraftName(newDraftKey);
  if (readUserValue(userId, target) === null) writeUserValue(userId, target, text);
  writeUserValue(userId, storedDraftName(fromKey), null);
}
