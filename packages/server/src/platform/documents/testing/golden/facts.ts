import type { ContentItem, ExtractionNoteCode } from "@lectern/contract";
import { expect } from "vitest";
import type { TestRead } from "../readTestDocument.ts";

/** A statement that the text of a document must hold, in plain words, with its check. */
export interface Fact {
  statement: string;
  check(read: TestRead): void;
}

/** A document with known content. */
export interface GoldenCase {
  /** The name of the file. Its extension can decide how the file is read. */
  file: string;
  create(): string | Uint8Array | Promise<Uint8Array>;
  facts: readonly Fact[];
  /** All notes that the extraction must return, with the count if there is one. */
  notes?: Partial<Record<ExtractionNoteCode, number | string | true>>;
}

/** A value without the name of a column. */
export const unnamed = "";

/** There is a row with exactly these values under these names. */
export const hasRow = (statement: string, values: Readonly<Record<string, string>>): Fact => ({
  statement,
  check: ({ items }) => expect(listNamedRows(items)).toContainEqual(values),
});

/** There is a row with these values, in this order, and no name for any of them. */
export const hasUnnamedRow = (statement: string, values: readonly string[]): Fact => ({
  statement,
  check: ({ items }) => expect(listUnnamedRows(items)).toContainEqual(values),
});

/** The text contains these words in one line. */
export const says = (statement: string, ...lines: readonly string[]): Fact => ({
  statement,
  check({ items }) {
    const text = items.map(({ content }) => content).join("\n");
    for (const line of lines) expect(text).toContain(line);
  },
});

/** There is a row of a table in a PDF with exactly these values, in this order. */
export const hasPdfRow = (statement: string, values: readonly string[]): Fact => ({
  statement,
  check: ({ items }) => expect(listPdfRows(items)).toContainEqual(values),
});

export const neverSays = (statement: string, ...texts: readonly string[]): Fact => ({
  statement,
  check({ items }) {
    const text = items.map(({ content }) => content).join("\n");
    for (const each of texts) expect(text).not.toContain(each);
  },
});

/** Checks the notes that the case expects: `true` for one without a count, a text for the details. */
export function checkNotes(read: TestRead, { notes = {} }: GoldenCase): void {
  const actual = Object.fromEntries(
    read.notes.map(({ code, count, detail }) => [
      code,
      typeof notes[code] === "string" ? (detail ?? "") : (count ?? true),
    ]),
  );
  expect(actual).toEqual(notes);
}

/** Returns the rows of sheets and of Markdown tables by the names of their columns. */
export function listNamedRows(items: readonly ContentItem[]): Record<string, string>[] {
  return items.flatMap(({ kind, content }) => {
    if (kind !== "table") return [];
    if (!content.startsWith("|")) return content.includes(": ") ? [parsePairs(content)] : [];
    const [names = [], , ...rows] = parseMarkdownRows(content);
    if (names.every((name) => name === "")) return [];
    return rows.map((row) => Object.fromEntries(row.map((value, column) => [names[column] ?? "", value])));
  });
}

/** Returns the rows of tables in a PDF, whose cells the sign `|` or two spaces separate. */
export const listPdfRows = (items: readonly ContentItem[]): string[][] =>
  items.flatMap(({ content }) =>
    content.split("\n").map((line) => line.split(line.includes("|") ? "|" : / {2,}/).map((cell) => cell.trim())),
  );

function listUnnamedRows(items: readonly ContentItem[]): string[][] {
  return items.flatMap(({ kind, content }) => {
    if (kind !== "table") return [];
    if (!content.startsWith("|")) return content.includes(": ") ? [] : [content.split("|").map((cell) => cell.trim())];
    const [names = [], , ...rows] = parseMarkdownRows(content);
    return names.every((name) => name === "") ? rows : [];
  });
}

function parsePairs(content: string): Record<string, string> {
  const pairs = content.split("; ").map((pair): [string, string] => {
    const end = pair.lastIndexOf(": ");
    return end < 0 ? [unnamed, pair] : [pair.slice(0, end), pair.slice(end + 2)];
  });
  return Object.fromEntries(pairs);
}

function parseMarkdownRows(content: string): string[][] {
  return content.split("\n").map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
}
