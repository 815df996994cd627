import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { readRoute } from "../../shell/routes.ts";
import type { SendOutcome } from "../runs/activeRun.ts";

/** The draft key that all conversations without messages share, so that a reload finds the draft. */
export const newDraftKey = "new";

/** Returns the name under which this browser stores the text of a draft. */
export const getStoredDraftName = (draftKey: string) => `draft:${draftKey}`;

/**
 * Returns the key of a draft once the outcome of its message is known. A new conversation has its own key from its
 * first message on. If that message is returned, the conversation is new again, unless its id is still in the URL.
 */
export function getSettledDraftKey(sentKey: string, conversationId: string, outcome: SendOutcome): string {
  if (sentKey !== newDraftKey) return sentKey;
  return outcome === "returned" && readRoute().conversationId !== conversationId ? newDraftKey : conversationId;
}

/** Moves the unsent text of a conversation that is gone to the draft of the next new conversation, after its text. */
export function moveDraftTextToNew(userId: string, fromKey: string): void {
  const text = readUserValue(userId, getStoredDraftName(fromKey));
  if (text === null) return;
  addStoredDraftText(userId, newDraftKey, text);
  writeUserValue(userId, getStoredDraftName(fromKey), null);
}

/** Appends text to the stored text of a draft. */
export function addStoredDraftText(userId: string, key: string, text: string): void {
  const name = getStoredDraftName(key);
  writeUserValue(userId, name, joinDraftTexts(readUserValue(userId, name) ?? "", text));
}

export const joinDraftTexts = (...texts: string[]): string => texts.filter((text) => text !== "").join("\n\n");
