import { cutTextAtWord } from "../../lib/cutText.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

/**
 * Returns the start of a passage on one line. Skips an initial line of headings (`A › B`), which many passages share. If
 * the start does not contain the whole key sentence, returns the passage from this sentence on.
 */
export function shortenQuote(content: string, maxCharacters: number, keySentence: string | null = null): string {
  const text = content.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  const keyOffset = keySentence === null ? -1 : text.indexOf(keySentence);
  if (keySentence === null || keyOffset <= 0 || keyOffset + keySentence.length < maxCharacters)
    return shorten(text, maxCharacters);
  return `… ${shorten(text.slice(keyOffset), maxCharacters - 2)}`;
}

const shorten = (text: string, maxCharacters: number) =>
  cutTextAtWord(toPlainQuote(text).replace(/\s+/g, " ").trim(), maxCharacters);
