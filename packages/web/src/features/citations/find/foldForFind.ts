import { foldText } from "@lectern/contract";

/** A text in which searches take place, and for each of its UTF-16 code units the position in the original text. */
export interface FoldedText {
  text: string;
  offsets: readonly number[];
}

/** A hyphen within a word, also one at the end of a line. */
const innerHyphen = /(?<=\p{L})[-\u2010](?:[ \t]*\n\s*)?(?=\p{L})/gu;
/** `foldText` ignores it. */
const ignoredCharacter = "\u200b";
/** A character with its accents. */
const character = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * Folds a text so that neither case, accents, ligatures nor the breaks of lines and words matter to a search: white
 * space becomes single spaces.
 */
export function foldForFind(original: string): FoldedText {
  const offsets: number[] = [];
  let text = "";
  const joined = original.replace(innerHyphen, (hyphen) => ignoredCharacter.repeat(hyphen.length));
  for (const { 0: part, index } of joined.matchAll(character)) {
    const folded = foldText(part).replace(/\s+/g, " ");
    if (folded === " " && (text === "" || text.endsWith(" "))) continue;
    text += folded;
    for (let unit = 0; unit < folded.length; unit++) offsets.push(index);
  }
  return { text, offsets };
}

/** Returns what is searched for a typed text; empty: nothing. */
export const toQuery = (typedText: string): string => foldForFind(typedText).text.trim();

/** Returns where a query occurs in a folded text, without overlaps. */
export function findStarts(text: string, query: string): number[] {
  const starts: number[] = [];
  if (query === "") return starts;
  for (let start = text.indexOf(query); start !== -1; start = text.indexOf(query, start + query.length))
    starts.push(start);
  return starts;
}
