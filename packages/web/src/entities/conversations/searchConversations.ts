import { foldText } from "@lectern/contract";
import { splitSearchWords } from "./splitSearchWords.ts";

/** Keeps what has every word of `search` in its name, whatever the case and the accents. */
export function searchConversations<T extends { name: string }>(conversations: readonly T[], search: string): T[] {
  const words = splitSearchWords(search);
  if (words.length === 0) return [...conversations];
  return conversations.filter((conversation) => {
    const folded = getFoldedName(conversation);
    return words.every((word) => folded.includes(word));
  });
}

/** Folding ten thousand names takes longer than a key press may; the same conversations are searched at each key. */
const foldedNames = new WeakMap<object, string>();

function getFoldedName(conversation: { name: string }): string {
  const known = foldedNames.get(conversation);
  if (known !== undefined) return known;
  const folded = foldText(conversation.name);
  foldedNames.set(conversation, folded);
  return folded;
}
