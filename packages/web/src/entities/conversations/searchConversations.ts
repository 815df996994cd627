import { foldText } from "@lectern/contract";
import { getConversationName } from "./getConversationName.ts";
import { splitSearchWords } from "./splitSearchWords.ts";

/** Returns the conversations whose names, as they are shown, contain every word of `search`, ignoring case and accents. */
export function searchConversations<T extends { name: string }>(conversations: readonly T[], search: string): T[] {
  const words = splitSearchWords(search);
  if (words.length === 0) return [...conversations];
  return conversations.filter((conversation) => {
    const foldedName = getFoldedName(conversation);
    return words.every((word) => foldedName.includes(word));
  });
}

/** Folded names by conversation. Folding ten thousand names at every key press would be too slow. */
const foldedNames = new WeakMap<object, { name: string; foldedName: string }>();

function getFoldedName(conversation: { name: string }): string {
  // Another language changes the default name.
  const name = getConversationName(conversation);
  const cached = foldedNames.get(conversation);
  if (cached?.name === name) return cached.foldedName;
  const foldedName = foldText(name);
  foldedNames.set(conversation, { name, foldedName });
  return foldedName;
}
