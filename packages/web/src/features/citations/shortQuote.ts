import { cutText } from "../../lib/cutText.ts";

/** The start of a passage, on one line. Skips the headings above it, which are the same for many passages. */
export function shortQuote(content: string, maxCharacters: number): string {
  const text = content.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  return cutText(text.replace(/\s+/g, " ").trim(), maxCharacters);
}
