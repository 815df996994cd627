import type { ContentItem } from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { chunkContent, itemSeparator } from "./chunkContent.ts";

const count = (text: string) => countTokens(text);
/** A rough token counter. The chunker's guarantees must hold for any counter. */
const countRoughly = (text: string) => Math.ceil(text.length / 4);

function createItem(content: string, overrides: Partial<ContentItem> = {}): ContentItem {
  return { content, tokens: count(content), location: { page: 1 }, canSplit: true, kind: "paragraph", ...overrides };
}

const sentence = "The council meets on the first Tuesday of each month and publishes its minutes within ten days. ";
const removeSpaces = (text: string) => text.replace(/\s+/gu, "");

describe("chunkContent", () => {
  test("short items become one chunk with all their locations, without duplicates", () => {
    const chunks = chunkContent(
      [createItem("One."), createItem("Two."), createItem("Three.", { location: { page: 2 } })],
      count,
    );
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({
      content: "One.\n\nTwo.\n\nThree.",
      locations: [{ page: 1 }, { page: 2 }],
      originalIndexes: [0, 1, 2],
      charIndex: 0,
    });
  });

  test("a chunk that is large enough ends with its page, slide, sheet or chapter; a tiny one continues", () => {
    const on = (location: ContentItem["location"], repetitions: number) =>
      createItem(sentence.repeat(repetitions), { location });
    const locationsOf = (...items: ContentItem[]) => chunkContent(items, count).map(({ locations }) => locations);
    expect(locationsOf(on({ page: 1 }, 8), on({ page: 2 }, 8))).toEqual([[{ page: 1 }], [{ page: 2 }]]);
    expect(locationsOf(on({ sheet: "A" }, 8), on({ sheet: "B" }, 1))).toHaveLength(2);
    expect(locationsOf(on({ slide: 1 }, 1), on({ slide: 2 }, 1))).toEqual([[{ slide: 1 }, { slide: 2 }]]);
    const heading = createItem("# Fees", { kind: "heading", location: { page: 1 } });
    expect(locationsOf(on({ page: 1 }, 8), heading, on({ page: 2 }, 8))).toEqual([
      [{ page: 1 }],
      [{ page: 1 }, { page: 2 }],
    ]);
  });

  test("a heading stays with the text below it, and each later chunk of the section repeats the headings above", () => {
    const chunks = chunkContent(
      [
        createItem(sentence.repeat(20)),
        createItem("# Rules", { kind: "heading" }),
        createItem("## Meetings", { kind: "heading" }),
        createItem(sentence.repeat(20)),
        createItem(sentence.repeat(20)),
      ],
      count,
    );
    const [first, second, third] = chunks.map(({ content }) => content);
    expect(first).not.toContain("Rules");
    expect(second?.startsWith("# Rules\n## Meetings\n\nThe council")).toBe(true);
    expect(third?.startsWith("Rules › Meetings\nThe council")).toBe(true);
    expect(chunks.map(({ headings }) => headings)).toEqual(["", "", "Rules › Meetings"]);
  });

  test("headings that come with the items are used as they are, and a change of section starts a chunk", () => {
    const rules = ["Rules"];
    const fees = ["Rules", "Fees"];
    const chunks = chunkContent(
      [
        { ...createItem("Rules", { kind: "heading" }), headings: [] },
        { ...createItem("Note", { kind: "heading" }), headings: rules },
        { ...createItem(sentence.repeat(14)), headings: rules },
        { ...createItem(sentence.repeat(14)), headings: fees },
        { ...createItem("No heading"), headings: [] },
      ],
      count,
    );
    expect(chunks.map(({ content }) => content.split("\n\n")[0]?.slice(0, 30))).toEqual([
      "Rules\nNote",
      "Rules › Fees\nThe council meets",
      "No heading",
    ]);
  });

  test("a long table is split between rows, and each part has the header", () => {
    const rows = Array.from({ length: 200 }, (_, row) => `| ${row} | street number ${row} | paid |`);
    const table = ["| id | address | state |", "|---|---|---|", ...rows].join("\n");
    const chunks = chunkContent([createItem(table, { kind: "table" })], count);
    expect(chunks.length).toBeGreaterThan(3);
    for (const { content } of chunks) {
      expect(content.startsWith("| id | address | state |\n|---|---|---|\n")).toBe(true);
      for (const line of content.trimEnd().split("\n")) expect(line).toMatch(/^\|.*\|$/);
    }
  });

  test("chunks of sheet rows repeat the sheet's first row", () => {
    const itemsArbitrary = Array.from({ length: 300 }, (_, row) =>
      createItem(row === 0 ? "Name\tTown\tFee" : `Person ${row}\tTown ${row}\t${row * 3}`, {
        kind: "table",
        location: { sheet: "Fees", row: row + 1 },
      }),
    );
    const chunks = chunkContent(itemsArbitrary, count);
    expect(chunks.length).toBeGreaterThan(3);
    for (const { content } of chunks) expect(content.startsWith("Name\tTown\tFee\n")).toBe(true);
    expect(chunks.at(-1)?.locations.at(-1)).toEqual({ sheet: "Fees", row: 300 });
  });

  test("long code is split between lines, and each part repeats the first line", () => {
    const code = `export function build(order) {\n${Array.from({ length: 200 }, (_, line) => `  step(${line}, order);`).join("\n")}\n}`;
    const chunks = chunkContent([createItem(code, { kind: "code" })], count);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { content } of chunks) expect(content.startsWith("export function build(order) {\n")).toBe(true);
  });

  test.each([
    ["Chinese", "市政府每年公布预算，所有居民都可以查阅。", /。$/],
    ["Japanese", "市役所は毎年予算を公表し、住民は誰でも閲覧できます。", /。$/],
    ["English", sentence, /\.$/],
  ])("a long paragraph in %s is cut between sentences", (_, text, end) => {
    const chunks = chunkContent([createItem(text.repeat(200))], count);
    expect(chunks.length).toBeGreaterThan(2);
    for (const { content } of chunks) expect(content.trim()).toMatch(end);
  });

  test("a long Thai paragraph is split between words", () => {
    const words = ["เทศบาล", "ประกาศ", "งบประมาณ", "ทุกปี"];
    const chunks = chunkContent([createItem(words.join("").repeat(300))], count);
    expect(chunks.length).toBeGreaterThan(2);
    for (const { content } of chunks) expect(words.some((word) => content.startsWith(word))).toBe(true);
  });

  test("each chunk has the language of its own text, and a short one that of the document", () => {
    const german = "Der Gemeinderat tagt am ersten Dienstag des Monats und veröffentlicht die Niederschrift. ";
    const chunks = chunkContent(
      [
        createItem(sentence.repeat(24)),
        createItem(german.repeat(20)),
        createItem("# Index", { kind: "heading" }),
        createItem("Page 3"),
      ],
      count,
    );
    expect(chunks[0]?.language).toBe("english");
    expect(chunks.some(({ language }) => language === "german")).toBe(true);
    expect(chunkContent([createItem("市政府每年公布预算，所有居民都可以查阅。")], count)[0]?.language).toBe("bigrams");
  });

  const contentArbitrary = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 400 }),
    fc.lorem({ maxCount: 60 }),
    fc.lorem({ maxCount: 8, mode: "sentences" }).map((text) => text.repeat(12)),
    fc.constantFrom(
      "",
      "   ",
      "\n\n",
      "x".repeat(9_000),
      "预算".repeat(1_500),
      "a b\n".repeat(900),
      "👩‍👩‍👧".repeat(300),
    ),
  );
  const items = fc.array(
    fc
      .tuple(
        contentArbitrary,
        fc.constantFrom<ContentItem["kind"]>("heading", "paragraph", "list", "table", "code"),
        fc.nat(4),
        fc.boolean(),
      )
      .map(([content, kind, page, hasRow]) =>
        createItem(content, { kind, location: { page, ...(hasRow && { row: page }) } }),
      ),
    { maxLength: 12 },
  );

  test("for any content, the chunks contain all text once and in order, respect the limit, and have its locations", () => {
    fc.assert(
      fc.property(items, fc.constantFrom(count, countRoughly), (givenItems, counter) => {
        const chunks = chunkContent(givenItems, counter);
        const wholeText = givenItems.map(({ content }) => content).join(itemSeparator);
        const endOffsets: number[] = [];
        for (const { content } of givenItems) endOffsets.push((endOffsets.at(-1) ?? -1) + content.length + 1);
        chunks.forEach((chunk, chunkIndex) => {
          const from = chunkIndex === 0 ? 0 : chunk.charIndex;
          const ownText = wholeText.slice(from, chunks[chunkIndex + 1]?.charIndex ?? wholeText.length);
          expect(removeSpaces(ownText)).not.toBe("");
          expect(removeSpaces(chunk.content).endsWith(removeSpaces(ownText))).toBe(true);
          expect(chunk.tokens).toBe(counter(chunk.content));
          expect(chunk.tokens).toBeLessThanOrEqual(512);
          const coveredIndexes = givenItems.flatMap(({ content }, index) => {
            const end = endOffsets[index] ?? 0;
            const ownPart = wholeText.slice(Math.max(from, end - content.length), Math.min(end, from + ownText.length));
            return removeSpaces(ownPart) === "" ? [] : [index];
          });
          expect(chunk.originalIndexes).toEqual(coveredIndexes);
          expect(new Set(chunk.locations.map((location) => JSON.stringify(location)))).toEqual(
            new Set(coveredIndexes.map((index) => JSON.stringify(givenItems[index]?.location))),
          );
          expect(new Set(chunk.locations.map((location) => JSON.stringify(location))).size).toBe(
            chunk.locations.length,
          );
        });
        if (removeSpaces(wholeText) === "") expect(chunks).toEqual([]);
      }),
      { numRuns: getFuzzRunCount(150) },
    );
  });
});
