import type { ContentItem, Location } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupPassages } from "./groupPassages.ts";

const createItem = (content: string, tokens: number, more: Partial<ContentItem> = {}): ContentItem => ({
  content,
  tokens,
  location: {},
  canSplit: true,
  kind: "paragraph",
  ...more,
});

describe("a document split into passages", () => {
  test("joins items up to about 500 tokens, with their locations and indexes", () => {
    const items = [
      createItem("One.", 200, { location: { page: 1 } }),
      createItem("Two.", 200, { location: { page: 1 } }),
      createItem("Three.", 200, { location: { page: 2 } }),
    ];
    expect(groupPassages(items)).toEqual([
      { content: "One.\n\nTwo.", tokens: 400, locations: [{ page: 1 }], originalIndexes: [0, 1] },
      { content: "Three.", tokens: 200, locations: [{ page: 2 }], originalIndexes: [2] },
    ]);
  });

  test("a heading starts a passage, unless the one before it is very short", () => {
    const createHeading = (content: string) => createItem(content, 5, { kind: "heading" });
    const passages = groupPassages([
      createHeading("A"),
      createItem("a", 160),
      createHeading("B"),
      createItem("b", 20),
      createHeading("C"),
      createItem("c", 20),
    ]);
    expect(passages.map(({ content }) => content)).toEqual(["A\n\na", "B\n\nb\n\nC\n\nc"]);
  });

  test("a passage of reasonable size ends with its page, slide, sheet or chapter; a tiny one continues", () => {
    const on = (location: Location, tokens: number) => createItem("x", tokens, { location });
    const listLocations = (...items: ContentItem[]) => groupPassages(items).map(({ locations }) => locations);
    expect(listLocations(on({ page: 1 }, 160), on({ page: 2 }, 160))).toEqual([[{ page: 1 }], [{ page: 2 }]]);
    expect(listLocations(on({ sheet: "A", row: 9 }, 120), on({ sheet: "B", row: 1 }, 20))).toHaveLength(2);
    expect(listLocations(on({ chapter: "One" }, 120), on({ chapter: "Two" }, 20))).toHaveLength(2);
    expect(listLocations(on({ slide: 1 }, 30), on({ slide: 2 }, 30))).toEqual([[{ slide: 1 }, { slide: 2 }]]);
    expect(listLocations(on({ line: 1 }, 160), on({ line: 2 }, 160))).toHaveLength(1);
  });

  test("many locations are reduced to the first ones and the last", () => {
    const rows = Array.from({ length: 40 }, (_, index) => createItem("x", 10, { location: { row: index + 1 } }));
    const [passage] = groupPassages(rows);
    expect(passage?.locations).toHaveLength(20);
    expect([passage?.locations[0], passage?.locations.at(-1)]).toEqual([{ row: 1 }, { row: 40 }]);
  });

  test("rows of a table and lines of code are joined without a blank line", () => {
    const rows = [createItem("| a |", 5, { kind: "table" }), createItem("| b |", 5, { kind: "table" })];
    expect(groupPassages(rows)[0]?.content).toBe("| a |\n| b |");
  });

  test("an item longer than a passage is split at sentences, and each part has the item's location", () => {
    const sentence = "All of this is one sentence of the long paragraph. ";
    const passages = groupPassages([createItem(sentence.repeat(120), 1_200, { location: { page: 7 } })]);
    expect(passages.length).toBeGreaterThanOrEqual(3);
    for (const { content, tokens, locations, originalIndexes } of passages) {
      expect(content.endsWith(".")).toBe(true);
      expect(tokens).toBeLessThanOrEqual(500);
      expect({ locations, originalIndexes }).toEqual({ locations: [{ page: 7 }], originalIndexes: [0] });
    }
  });

  test("nothing but white space is lost, nothing is repeated, and no passage is too long", () => {
    const texts = fc.array(
      fc.record({
        text: fc.string({ unit: fc.constantFrom("a", "b. ", "\n", "\n\n", "語", "😀"), maxLength: 400 }),
        perToken: fc.constantFrom(1, 4),
      }),
    );
    fc.assert(
      fc.property(texts, (given) => {
        const items = given.map(({ text, perToken }) => createItem(text, Math.ceil((text.length * 10) / perToken)));
        const passages = groupPassages(items);
        const removeSpace = (text: string) => text.replace(/\s+/g, "");
        expect(removeSpace(passages.map(({ content }) => content).join(""))).toBe(
          removeSpace(given.map(({ text }) => text).join("")),
        );
        for (const { tokens, content } of passages) {
          expect(tokens).toBeLessThanOrEqual(500);
          expect(content.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
