import { foldText } from "@lectern/contract";
import { getConversationName } from "../getConversationName.ts";
import { splitSearchWords } from "../splitSearchWords.ts";

/**
 * Moves the matches in which every word of `search` begins a word of the name to the front, because those are the words
 * that people look for: "thesis" means "My thesis" rather than "Photosynthesis". The order is otherwise unchanged.
 */
export function sortByWordStart<T extends { name: string }>(matches: readonly T[], search: string): T[] {
  const searchWords = splitSearchWords(search);
  const ranked = matches.map((match) => {
    const foldedName = foldText(getConversationName(match));
    return { match, rank: searchWords.every((word) => beginsWord(foldedName, word)) ? 0 : 1 };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ match }) => match);
}

function beginsWord(text: string, searchWord: string): boolean {
  for (let index = text.indexOf(searchWord); index >= 0; index = text.indexOf(searchWord, index + 1)) {
    if (!letterAtEnd.test(text.slice(0, index))) return true;
  }
  return false;
}

const letterAtEnd = /[\p{L}\p{M}\p{N}]$/u;
