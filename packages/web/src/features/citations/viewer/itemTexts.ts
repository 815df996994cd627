import type { ContentItem } from "@lectern/contract";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import { listInlineRuns } from "./inline/listInlineRuns.ts";
import { getColumnRows } from "./tables/columnTables.ts";
import { parseTable } from "./tables/parseTable.ts";

/**
 * Returns the text that an item shows, with a line for each of its cells and entries. `isMarkdown`: see
 * `InlineMarkdownContext`.
 */
export function toShownText(item: ContentItem, isMarkdown: boolean): string {
  const texts = listTexts(item, isMarkdown);
  const shownTexts = isMarkdown && item.kind !== "code" ? texts.map(toInlineText) : texts;
  return hideMissingGlyphs(shownTexts.join("\n"));
}

const toInlineText = (text: string) =>
  listInlineRuns(text)
    .map((run) => run.text)
    .join("");

function listTexts(item: ContentItem, isMarkdown: boolean): string[] {
  const { kind, content } = item;
  switch (kind) {
    case "heading":
      return [toHeadingText(content)];
    case "paragraph":
      return getColumnRows(item)?.flat() ?? [content];
    case "code":
      return [toCodeText(content)];
    case "list":
      return listEntries(content, isMarkdown).map(({ text }) => text);
    case "table": {
      const table = parseTable(content);
      return table ? [...(table.header ?? []), ...table.rows.flat()] : [content];
    }
    default:
      return kind satisfies never;
  }
}

/** Returns the level of a Markdown heading; null for a heading of another document. */
export function getHeadingLevel(content: string): number | null {
  const [, signs] = /^(#{1,6})[ \t]/.exec(content) ?? [];
  if (signs) return signs.length;
  const [, line] = /\n([=-])+[ \t]*$/.exec(content) ?? [];
  return line ? (line === "=" ? 1 : 2) : null;
}

/** Removes the Markdown syntax of a heading. */
export function toHeadingText(content: string): string {
  return content.replace(/^#{1,6}[ \t]+/, "").replace(/\n[=-]+[ \t]*$/, "");
}

/** Removes the Markdown fence. */
export function toCodeText(content: string): string {
  return /^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*\n?$/.exec(content)?.[2] ?? content;
}

interface ListEntry {
  /** Without its bullet. A number, letter or clause is part of the text, because the document may refer to it. */
  text: string;
  hasBullet: boolean;
  /** The width of the space before it. */
  indent: number;
}

/** Returns the entries of a list: its lines. In Markdown, further lines of an entry have no mark. */
export function listEntries(content: string, isMarkdown: boolean): ListEntry[] {
  return content.split(isMarkdown ? /\n(?=[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t])/ : "\n").map((entry) => ({
    text: entry.replace(/^[ \t]*(?:[-*+•][ \t]+)?/, ""),
    hasBullet: /^[ \t]*[-*+•][ \t]/.test(entry),
    indent: /^[ \t]*/.exec(entry)?.[0].length ?? 0,
  }));
}
