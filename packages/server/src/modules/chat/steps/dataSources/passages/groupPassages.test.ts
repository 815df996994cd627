import type { ContentItem, Location } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupPassages } from "./groupPassages.ts";

const item = (content: string, tokens: number, more: Partial<ContentItem> = {}): ContentItem => ({
  content,
  tokens,
  location: {},
  canSplit: true,
  kind: "paragraph",
  ...more,
});

describe("a document cut into passages", () => {
  test("joins items up to about 500 tokens, with their places and their positions", () => {
    const items = [
      item("One.", 200, { location: { page: 1 } }),
      item("Two.", 200, { location: { page: 1 } }),
      item("Three.", 200, { location: { page: 2 } }),
    ];
    expect(groupPassages(items)).toEqual([
      { content: "One.\n\nTwo.", tokens: 400, locations: [{ page: 1 }], originalIndexes: [0, 1] },
      { content: "Three.", tokens: 200, locations: [{ page: 2 }], originalIndexes: [2] },
    ]);
  });

  test("a heading begins a passage, unless the one before it is very short", () => {
    const heading = (content: string) => item(content, 5, { kind: "heading" });
    const passages = groupPassages([
      heading("A"),
      item("a", 160),
      heading("B"),
      item("b", 20),
      heading("C"),
      item("c", 20),
    ]);
    expect(passages.map(({ content }) => content)).toEqual(["A\n\na", "B\n\nb\n\nC\n\nc"]);
  });

  test("one of a fair size ends with its page, slide, sheet or chapter; a tiny one goes on", () => {
    const on = (place: Location, tokens: number) => item("x", tokens, { location: place });
    const places = (...items: ContentItem[]) => groupPassages(items).map(({ locations }) => locations);
    expect(places(on({ page: 1 }, 160), on({ page: 2 }, 160))).toEqual([[{ page: 1 }], [{ page: 2 }]]);
    expect(places(on({ sheet: "A", row: 9 }, 120), on({ sheet: "B", row: 1 }, 20))).toHaveLength(2);
    expect(places(on({ chapter: "One" }, 120), on({ chapter: "Two" }, 20))).toHaveLength(2);
    expect(places(on({ slide: 1 }, 30), on({ slide: 2 }, 30))).toEqual([[{ slide: 1 }, { slide: 2 }]]);
    expect(places(on({ line: 1 }, 160), on({ line: 2 }, 160))).toHaveLength(1);
  });

  test("of many places the first and the last are named", () => {
    const rows = Array.from({ length: 40 }, (_, index) => item("x", 10, { location: { row: index + 1 } }));
    const [passage] = groupPassages(rows);
    expect(passage?.locations).toHaveLength(20);
    expect([passage?.locations[0], passage?.locations.at(-1)]).toEqual([{ row: 1 }, { row: 40 }]);
  });

  test("rows of a table and lines of code stay close together", () => {
    const rows = [item("| a |", 5, { kind: "table" }), item("| b |", 5, { kind: "table" })];
    expect(groupPassages(rows)[0]?.content).toBe("| a |\n| b |");
  });

  test("an item that is longer than a passage is cut at sentences, and each piece has its place", () => {
    const sentence = "All of this is one sentence of the long paragraph. ";
    const passages = groupPassages([item(sentence.repeat(120), 1_200, { location: { page: 7 } })]);
    expect(passages.length).toBeGreaterThanOrEqual(3);
    for (const { content, tokens, locations, originalIndexes } of passages) {
      expect(content.endsWith(".")).toBe(true);
      expect(tokens).toBeLessThanOrEqual(500);
      expect({ locations, originalIndexes }).toEqual({ locations: [{ page: 7 }], originalIndexes: [0] });
    }
  });

  test("nothing is lost but white space, nothing is said twice, and no passage is too long", () => {
    const texts = fc.array(
      fc.record({
        text: fc.string({ unit: fc.constantFrom("a", "b. ", "\n", "\n\n", "語", "😀"), maxLength: 400 }),
        perToken: fc.constantFrom(1, 4),
      }),
    );
    fc.assert(
      fc.property(texts, (given) => {
        const items = given.map(({ text, perToken }) => item(text, Math.ceil((text.length * 10) / perToken)));
        const passages = groupPassages(items);
        const bare = (text: string) => text.replace(/\s+/g, "");
        expect(bare(passages.map(({ content }) => content).join(""))).toBe(
          bare(given.map(({ text }) => text).join("")),
        );
        for (const { tokens, content } of passages) {
          expect(tokens).toBeLessThanOrEqual(500);
          expect(content.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
