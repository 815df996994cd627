import { hideMissingGlyphs } from "../../entities/citations/hideMissingGlyphs.ts";

const tableRulePattern = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*$\n?/gm;
const tableRowPattern = /^[ \t]*\|[ \t]*(.*?)[ \t]*\|[ \t]*$/gm;

/** Returns the text of a passage without the signs of a Markdown table and without characters that no font has. */
export function toPlainQuote(content: string): string {
  return hideMissingGlyphs(content)
    .replace(tableRulePattern, "")
    .replace(tableRowPattern, (_, cells: string) =>
      cells.replace(/[ \t]*(?<!\\)\|[ \t]*/g, " · ").replaceAll("\\|", "|"),
    )
    .trim();
}
