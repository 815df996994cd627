import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

/** Under what name the text of a conversation without messages is kept: one for all, so that a reload finds it. */
export const draftKeyOfNew = "new";

/** Takes the unsent text of a conversation that is gone along to the next new one, unless something is typed there already. */
export function moveDraft(userId: string, fromKey: string): void {
  const text = readUserValue(userId, nameOf(fromKey));
  if (text === null) return;
  if (readUserValue(userId, nameOf(draftKeyOfNew)) === null) writeUserValue(userId, nameOf(draftKeyOfNew), text);
  writeUserValue(userId, nameOf(fromKey), null);
}

const nameOf = (key: string) => `draft:${key}`;
