import { describe, expect, test } from "vitest";
import { getHighlights, type PageText } from "./getHighlights.ts";

/** A page of 100 × 200 units, whose origin is at the bottom left. */
const geometry = { width: 100, height: 200, convertToViewportPoint: (x: number, y: number) => [x, 200 - y] };
const line = (str: string, x: number, y: number): PageText => ({
  str,
  transform: [10, 0, 0, 10, x, y],
  width: str.length * 5,
  height: 10,
});
const positionsOf = (items: readonly PageText[]) =>
  items.flatMap(({ str }, item) => Array.from(str, (_, character) => ({ item, character })));

describe("the rectangles of a passage", () => {
  test("cover its part of each line", () => {
    const items = [line("abcdefghij", 10, 100), line("klmno", 10, 80)];
    const highlights = getHighlights(items, positionsOf(items), [{ from: 4, to: 12 }], geometry);
    expect(highlights).toHaveLength(2);
    expect(highlights[0]?.left).toBeCloseTo(0.3);
    expect(highlights[0]?.width).toBeCloseTo(0.3);
    // The baseline is in the middle of the page.
    expect(highlights[0]?.top).toBeLessThan(0.5);
    expect((highlights[0]?.top ?? 0) + (highlights[0]?.height ?? 0)).toBeGreaterThan(0.5);
    expect(highlights[1]?.left).toBeCloseTo(0.1);
    expect(highlights[1]?.width).toBeCloseTo(0.1);
  });

  test("start and end where the letters do, also if these are not equally wide", () => {
    const items = [line("iiiiimmmmm", 10, 100)];
    const widths = new Map([
      [0, 0],
      [5, 10],
      [10, 50],
    ]);
    const getShare = (_: PageText, character: number) => (widths.get(character) ?? 0) / 50;
    const [highlight] = getHighlights(items, positionsOf(items), [{ from: 5, to: 10 }], geometry, getShare);
    expect(highlight?.left).toBeCloseTo(0.2);
    expect(highlight?.width).toBeCloseTo(0.4);
  });

  test("are joined within a line, but not across columns", () => {
    const items = [line("abc", 10, 100), line("def", 27, 100), line("ghi", 70, 100)];
    const highlights = getHighlights(items, positionsOf(items), [{ from: 0, to: 9 }], geometry);
    expect(highlights.map(({ left }) => Math.round(left * 100))).toEqual([10, 70]);
  });

  test("stay on the page, whatever a file claims", () => {
    const items = [
      { str: "abc", transform: [1e9, 0, 0, 1e9, -1e9, 0], width: 1e12, height: 1e9 },
      { str: "def", transform: [], width: Number.NaN, height: 0 },
    ];
    for (const { left, top, width, height } of getHighlights(
      items,
      positionsOf(items),
      [{ from: 0, to: 6 }],
      geometry,
    )) {
      for (const share of [left, top, left + width, top + height]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
    }
  });
});
