import { foldText } from "@lectern/contract";
import { splitSearchWords } from "./splitSearchWords.ts";

/** Returns the conversations whose names contain every word of `search`, ignoring case and accents. */
export function searchConversations<T extends { name: string }>(conversations: readonly T[], search: string): T[] {
  const words = splitSearchWords(search);
  if (words.length === 0) return [...conversations];
  return conversations.filter((conversation) => {
    const foldedName = getFoldedName(conversation);
    return words.every((word) => foldedName.includes(word));
  });
}

/** Folded names by conversation. Folding ten thousand names at every key press would be too slow. */
const foldedNames = new WeakMap<object, string>();

function getFoldedName(conversation: { name: string }): string {
  const cachedName = foldedNames.get(conversation);
  if (cachedName !== undefined) return cachedName;
  const foldedName = foldText(conversation.name);
  foldedNames.set(conversation, foldedName);
  return foldedName;
}
