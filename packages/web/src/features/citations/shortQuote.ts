import { cutText } from "../../lib/cutText.ts";

/** Returns the start of a passage on one line. Skips the headings at its start, which many passages share. */
export function shortQuote(content: string, maxCharacters: number): string {
  const text = content.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  return cutText(text.replace(/\s+/g, " ").trim(), maxCharacters);
}
