import { cutTextAtWord } from "../../lib/text/cutText.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

/**
 * Returns the start of a passage of the document `name` on one line. If the start does not contain the whole key
 * sentence, returns the passage from this sentence on.
 */
export function shortenQuote(
  content: string,
  name: string,
  maxCharacters: number,
  keySentence: string | null = null,
): string {
  const text = content.trim();
  const keyOffset = keySentence === null ? -1 : text.indexOf(keySentence);
  if (keySentence === null || keyOffset <= 0 || keyOffset + keySentence.length < maxCharacters)
    return cutTextAtWord(toPlainLine(text, name), maxCharacters);
  return quoteFrom(text, name, maxCharacters, keyOffset);
}

/**
 * Returns the passage of the document `name` from one of its sentences on, on one line. Null if the passage does not
 * contain the sentence, or is nothing else.
 */
export function quoteFromSentence(
  content: string,
  name: string,
  maxCharacters: number,
  sentence: string,
): string | null {
  const text = content.trim();
  const offset = text.indexOf(sentence);
  return offset === -1 || text === sentence ? null : quoteFrom(text, name, maxCharacters, offset);
}

function quoteFrom(text: string, name: string, maxCharacters: number, offset: number): string {
  if (offset === 0) return cutTextAtWord(toPlainLine(text, name), maxCharacters);
  return `… ${cutTextAtWord(toPlainLine(text.slice(offset), name), maxCharacters - 2)}`;
}

/** The sign of a list's first item, which says nothing on one line. Before a number it may be the number's own. */
const listSignPattern = /^(?:• (?=\S)|[-*+] (?=[^\s\d]))/;

/** Returns the plain text of a passage of the document `name` on one line. */
export const toPlainLine = (content: string, name: string): string =>
  toPlainQuote(content, name).replace(/\s+/g, " ").trim().replace(listSignPattern, "");
