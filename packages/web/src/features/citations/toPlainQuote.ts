import { type FileKind, fileTypeOf } from "@lectern/contract";
import { hideMissingGlyphs } from "../../entities/citations/hideMissingGlyphs.ts";

/** The kinds of documents whose headings the server extracts as Markdown. */
const kindsWithHeadings: ReadonlySet<FileKind> = new Set([
  "markdown",
  "word",
  "slides",
  "rtf",
  "openText",
  "openSlides",
  "html",
  "epub",
  "email",
]);

/** A block of code, also if its end is missing. */
const codeBlockPattern = /(^[ \t]*```[\s\S]*?(?:^[ \t]*```|(?![\s\S])))/m;
const headingSignPattern = /^[ \t]*#{1,6}[ \t]+/gm;
/** Not within an expression, such as `x**2 + y**2`. */
const strongTextPattern = /(?<![\w*])\*\*(?=\S)([^*\n]*\S)\*\*(?![\w*])/g;
const tableRulePattern = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*$\n?/gm;
const tableRowPattern = /^[ \t]*\|[ \t]*(.*?)[ \t]*\|[ \t]*$/gm;
/** A row of a sheet. The notes above and below its table have signs only between their cells. */
const sheetRowPattern = /^[ \t]*\|?[ \t]*(.*?)[ \t]*(?<!\\)\|?[ \t]*$/gm;

/**
 * Returns the text of a passage of the document `name` without the signs of tables, without characters that no font has
 * and, if the document is of a kind that is extracted as Markdown, without the signs of headings and strong text. Keeps
 * other signs, which may have a meaning.
 */
export function toPlainQuote(content: string, name: string): string {
  const kind = fileTypeOf(name)?.kind;
  const text = hideMissingGlyphs(content);
  return (kind !== undefined && kindsWithHeadings.has(kind) ? removeTextSigns(text) : text)
    .replace(tableRulePattern, "")
    .replace(kind === "sheet" ? sheetRowPattern : tableRowPattern, (_, cells: string) =>
      cells.replace(/[ \t]*(?<!\\)\|[ \t]*/g, " · ").replaceAll("\\|", "|"),
    )
    .trim();
}

/** Removes the signs of headings and strong text, except in blocks of code. */
function removeTextSigns(text: string): string {
  return text
    .split(codeBlockPattern)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(headingSignPattern, "").replace(strongTextPattern, "$1"),
    )
    .join("");
}
