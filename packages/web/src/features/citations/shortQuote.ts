import { cutText } from "../../lib/cutText.ts";

/** The beginning of what a source says, on one line. The headings above it are passed over: they are the same for many passages. */
export function shortQuote(content: string, characters: number): string {
  const said = content.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  return cutText(said.replace(/\s+/g, " ").trim(), characters);
}
