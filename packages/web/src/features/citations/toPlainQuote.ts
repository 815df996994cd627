import { hideMissingGlyphs } from "../../entities/citations/hideMissingGlyphs.ts";

const headingSignPattern = /^[ \t]*#{1,6}[ \t]+/gm;
const strongTextPattern = /\*\*(?=\S)([^*\n]*\S)\*\*/g;
const tableRulePattern = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*$\n?/gm;
const tableRowPattern = /^[ \t]*\|[ \t]*(.*?)[ \t]*\|[ \t]*$/gm;

/**
 * Returns the text of a passage without the signs of Markdown headings, tables and strong text, and without characters
 * that no font has. Keeps other signs, which in text that is not Markdown have a meaning.
 */
export function toPlainQuote(content: string): string {
  return hideMissingGlyphs(content)
    .replace(headingSignPattern, "")
    .replace(strongTextPattern, "$1")
    .replace(tableRulePattern, "")
    .replace(tableRowPattern, (_, cells: string) =>
      cells.replace(/[ \t]*(?<!\\)\|[ \t]*/g, " · ").replaceAll("\\|", "|"),
    )
    .trim();
}
