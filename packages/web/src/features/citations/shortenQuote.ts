import { cutTextAtWord } from "../../lib/cutText.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

/**
 * Returns the start of a passage of the document `name` on one line. Skips an initial line of headings (`A › B`), which many passages share. If
 * the start does not contain the whole key sentence, returns the passage from this sentence on.
 */
export function shortenQuote(
  content: string,
  name: string,
  maxCharacters: number,
  keySentence: string | null = null,
): string {
  const text = content.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  const keyOffset = keySentence === null ? -1 : text.indexOf(keySentence);
  if (keySentence === null || keyOffset <= 0 || keyOffset + keySentence.length < maxCharacters)
    return cutTextAtWord(toPlainLine(text, name), maxCharacters);
  return `… ${cutTextAtWord(toPlainLine(text.slice(keyOffset), name), maxCharacters - 2)}`;
}

/** Returns the plain text of a passage of the document `name` on one line. */
export const toPlainLine = (content: string, name: string): string =>
  toPlainQuote(content, name).replace(/\s+/g, " ").trim();
