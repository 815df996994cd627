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

/**
 * Returns the text of a passage of the document `name` without the signs of tables, without characters that no font has
 * and, if the document is of a kind that is extracted as Markdown, without the signs of headings and strong text. Keeps
 * other signs, which may have a meaning.
 */
export function toPlainQuote(content: string, name: string): string {
  const kind = fileTypeOf(name)?.kind;
  const text = hideMissingGlyphs(content);
  return (kind !== undefined && kindsWithHeadings.has(kind) ? removeTextSigns(text) : text)
    .split("\n")
    .filter((line) => !isTableRule(line))
    .map((line) => removeRowSigns(line, kind === "sheet"))
    .join("\n")
    .trim();
}

/** True for the line below the head of a table, such as `| --- | ---: |`. */
const isTableRule = (line: string) => /^[ \t]*\|[ \t:|-]*$/.test(line) && line.includes("-");

/**
 * Returns a row of a table without its signs, and other lines as they are. In a sheet every line is a row: the notes above
 * and below its table have signs only between their cells. Splits instead of matching, because a pattern with optional
 * signs and spaces takes cubic time for a line of spaces.
 */
function removeRowSigns(line: string, isSheet: boolean): string {
  const row = line.trim();
  const startsWithSign = row.startsWith("|");
  const endsWithSign = row.length > 1 && row.endsWith("|");
  if (!isSheet && !(startsWithSign && endsWithSign)) return line;
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  if (startsWithSign) cells.shift();
  if (endsWithSign && !row.endsWith("\\|")) cells.pop();
  return cells.join(" · ");
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
