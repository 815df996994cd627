import { hideMissingGlyphs } from "../../entities/citations/hideMissingGlyphs.ts";
import { cutText } from "../../lib/cutText.ts";

/**
 * Returns the start of a passage on one line. Skips an initial line of headings (`A › B`), which many passages share.
 */
export function shortenQuote(content: string, maxCharacters: number): string {
  const text = content.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  return cutText(hideMissingGlyphs(text).replace(/\s+/g, " ").trim(), maxCharacters);
}
