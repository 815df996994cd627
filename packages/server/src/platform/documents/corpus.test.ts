import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ContentItem } from "@lectern/contract";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { openTestReader } from "./testing/readTestDocument.ts";

const corpusFolder = fileURLToPath(new URL("../../../../bench/corpus/", import.meta.url));

const Place = z.nullable(
  z.object({
    page: z.optional(z.number()),
    slide: z.optional(z.number()),
    sheet: z.optional(z.string()),
    row: z.optional(z.number()),
    line: z.optional(z.number()),
    headings: z.optional(z.array(z.string())),
  }),
);
const Documents = z.array(
  z.object({
    file: z.string(),
    language: z.string(),
    mustContain: z.array(z.object({ text: z.string(), place: Place, parts: z.optional(z.array(z.string())) })),
  }),
);
type Place = z.infer<typeof Place>;

const documents = Documents.parse(JSON.parse(readFileSync(`${corpusFolder}documents.json`, "utf8")));
const reader = await openTestReader({ ocrLanguages: ["eng"], timeoutMs: 170_000 });
afterAll(() => reader.close());

describe("real-world documents", () => {
  for (const { file, mustContain, language } of documents) {
    // Only English OCR data is installed, which misreads umlauts.
    const needsOtherOcrData = file.endsWith(".png") && language !== "en";
    test.skipIf(needsOtherOcrData)(
      `${file} has the expected text at the expected locations`,
      async () => {
        const { items } = await reader.readPath(`${corpusFolder}documents/${file}`, file);
        for (const { text, parts = [text], place } of mustContain) {
          const actualText = findTextAt(items, place);
          for (const part of parts) expect(actualText, JSON.stringify(place)).toContain(normalizeText(part));
        }
        // OCR of four scanned pages takes long on a busy machine.
      },
      180_000,
    );
  }
});

/** Returns all text at a location, as a single line. */
function findTextAt(items: readonly ContentItem[], place: Place): string {
  if (place?.line !== undefined) return getTextFromLine(items, place.line);
  const matchingItems = items.filter(({ location }) => {
    if (place?.page !== undefined) return location.page === place.page;
    if (place?.slide !== undefined) return location.slide === place.slide;
    if (place?.row !== undefined) return location.row === place.row && location.sheet === place.sheet;
    const headingPath = normalizeText(String(location.heading ?? ""));
    return (place?.headings ?? []).every((heading) => headingPath.includes(normalizeText(heading)));
  });
  return normalizeText(matchingItems.map(({ content }) => content).join("\n"));
}

/**
 * Returns, as a single line, the text from a line to the end of its item, and the text of the next item. In CSV files,
 * row numbers equal line numbers if no cell contains a line break.
 */
function getTextFromLine(items: readonly ContentItem[], line: number): string {
  const index = items.findLastIndex(({ location }) => Number(location.line ?? location.row) <= line);
  const item = items[index];
  if (!item) return "";
  const firstLine = Number(item.location.line ?? item.location.row);
  const textFromLine = item.content.split("\n").slice(line - firstLine);
  return normalizeText([...textFromLine, items[index + 1]?.content ?? ""].join(" "));
}

/** Removes list marks, quotation marks, soft hyphens, line breaks, and spaces beside Chinese punctuation. */
function normalizeText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/^\s*([-•]|\d+\.) /gm, "")
    .replace(/[\u00ad‘’“”'"]/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([。、，]) ?/g, "$1")
    .trim();
}
