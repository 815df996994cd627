import { cutTextAtWord } from "../../lib/cutText.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

/**
 * Returns the start of a passage on one line. Skips an initial line of headings (`A › B`), which many passages share.
 */
export function shortenQuote(content: string, maxCharacters: number): string {
  const text = content.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  return cutTextAtWord(toPlainQuote(text).replace(/\s+/g, " ").trim(), maxCharacters);
}
