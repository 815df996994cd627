import { lexer, type Token } from "marked";
import type { FormatReader } from "../child/formatReader.ts";
import type { ItemCollector } from "../child/itemCollector.ts";
import { addHtml } from "./addHtml.ts";
import { removeEmbeddedPictures } from "./markdown/removeEmbeddedPictures.ts";
import { createOutline, type Outline } from "./outline.ts";
import { readText, splitBlocks } from "./text.ts";

/**
 * Maximum length of a block, in characters. marked takes more than linear time on some inputs, so text with a longer
 * block is read as plain text.
 */
const maxBlockLength = 100_000;

/** Reads Markdown: its blocks as source text, each with the headings above it and its line number. */
export const readMarkdown: FormatReader = async (input, items) => {
  addMarkdown(await readText(input), items, createOutline(), (line) => ({ line }));
  return { props: {} };
};

/**
 * `toLocation` maps a line of `source`, counted from 1, to a location, to which the headings above the line are added.
 */
export function addMarkdown(
  source: string,
  items: ItemCollector,
  outline: Outline,
  toLocation: (line: number) => Record<string, string | number>,
): void {
  const { text, count } = removeEmbeddedPictures(source);
  if (count > 0) items.note("picturesLeftOut", { count });
  if (text.split(/\n\s*\n/).some((block) => block.length > maxBlockLength)) {
    for (const { line, content } of splitBlocks(text)) items.add(content, toLocation(line));
    return;
  }
  let line = 1;
  for (const token of lexer(text)) {
    const startLine = line + countLeadingLines(token.raw);
    line += countLines(token.raw);
    if (token.type === "heading") outline.enter(Number(token.depth), stripMarks(String(token.text)));
    const getLocation = () => ({ ...outline.getLocation(), ...toLocation(startLine) });
    // A table of HTML has merged cells, which Markdown cannot express.
    if (token.type === "html" && /<table\b/i.test(token.raw)) addHtml(token.raw, items, { outline, getLocation });
    else addToken(token, items, getLocation());
  }
}

function addToken(token: Token, items: ItemCollector, location: Record<string, string | number>): void {
  switch (token.type) {
    case "space":
    case "hr":
      return;
    case "def":
      // A footnote looks like the address of a link.
      if (String(token.tag).startsWith("^")) items.add(token.raw, location);
      return;
    case "heading":
      items.add(token.raw.trim(), location, "heading", false);
      return;
    case "list":
      items.add(token.raw, location, "list");
      return;
    case "table":
      items.add(token.raw, location, "table");
      return;
    case "code":
      items.add(token.raw, location, "code");
      return;
    case "html":
      // Drop comments and tags, and keep the text between them.
      items.add(token.raw.replace(/<!--[\s\S]*?-->/g, "").replace(/<[^<>]{1,2000}>/g, " "), location);
      return;
    default:
      items.add(token.raw, location);
  }
}

/** Removes the marks of emphasis, code and links. */
function stripMarks(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*_`]{1,3}(\S(?:[^*_`]*\S)?)[*_`]{1,3}/g, "$1");
}

function countLines(text: string): number {
  let count = 0;
  for (let newline = text.indexOf("\n"); newline >= 0; newline = text.indexOf("\n", newline + 1)) count++;
  return count;
}

function countLeadingLines(text: string): number {
  return countLines(/^\s*/.exec(text)?.[0] ?? "");
}
