import { type FileKind, fileTypeOf } from "@lectern/contract";
import { hideMissingGlyphs } from "../../entities/citations/hideMissingGlyphs.ts";
import { removeInlineSigns, removeStrongSigns } from "./removeInlineSigns.ts";

/** The kinds of documents whose headings, lists and strong text the server extracts as Markdown. */
const kindsWithStructure: ReadonlySet<FileKind> = new Set([
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

/**
 * A block of code, also if its end is missing, with the text between its first and its last line. Its end has as many
 * signs as its start, or more. Backticks with another one on their line are code within the line.
 */
const codeBlockPattern =
  /^[ \t]*(`{3,}(?!`)(?![^`\n]*`)|~{3,})[^\n]*(?:\n|(?![\s\S]))([\s\S]*?)(?:^[ \t]*\1[`~]*[ \t]*(?:\n|(?![\s\S]))|(?![\s\S]))/gm;
const headingSignPattern = /^[ \t]*#{1,6}[ \t]+/gm;
/** In plain text a single sign may begin a comment, unless its line stands alone. */
const textHeadingSignPattern = /^(?:##{1,5}[ \t]+(?=\S)|#[ \t]+(?=\S[^\n]*(?:\n[ \t]*\n|\n?(?![\s\S]))))/gm;
const listSignPattern = /^([ \t]*)[-*+][ \t]+(?=\S)/gm;
/** In plain text a sign before a number may be its own, as in `- 5 °C`. */
const textListSignPattern = /^([ \t]*)[-*+][ \t]+(?=[^\s\d])/gm;
/** Quotes, and lines between sections or below a heading. */
const blockSignPattern = /^[ \t]*(?:(?:>[ \t]?)+|([-*_=])[ \t]*(?:\1[ \t]*){2,}$\n?)/gm;

/**
 * Returns the text of a passage of the document `name` as people read it: without the signs of tables and without
 * characters that no font has and, if the document is of a kind that is extracted as Markdown, without its signs, with a
 * bullet for each entry of a list. Keeps other signs, which may have a meaning.
 */
export function toPlainQuote(content: string, name: string): string {
  const kind = fileTypeOf(name)?.kind;
  return removeTextSigns(hideMissingGlyphs(content), kind)
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

/** Removes the signs that a document of this kind has, except in blocks of code. */
function removeTextSigns(text: string, kind: FileKind | undefined): string {
  if (kind === "text") return text.replace(textHeadingSignPattern, "").replace(textListSignPattern, "$1• ");
  if (kind === undefined || !kindsWithStructure.has(kind)) return text;
  const isMarkdown = kind === "markdown";
  const removeSigns = (part: string) => {
    const blocks = isMarkdown ? part.replace(blockSignPattern, "") : part;
    const lines = blocks.replace(headingSignPattern, "").replace(listSignPattern, "$1• ");
    return isMarkdown ? removeInlineSigns(lines) : removeStrongSigns(lines);
  };
  let plain = "";
  let end = 0;
  for (const { 0: block, 2: code = "", index } of text.matchAll(codeBlockPattern)) {
    plain += removeSigns(text.slice(end, index)) + (isMarkdown ? code : block);
    end = index + block.length;
  }
  return plain + removeSigns(text.slice(end));
}
