import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatLocations, headingOf } from "./formatLocations.ts";

describe("places of a source", () => {
  test("[C2.18] neighbouring pages, slides, rows and lines are ranges", () => {
    expect(formatLocations([{ page: 4 }, { page: 3 }, { page: 5 }, { page: 8 }])).toEqual(["Pages 3–5, 8"]);
    expect(formatLocations([{ slide: 2 }])).toEqual(["Slide 2"]);
    expect(formatLocations([{ line: 40 }, { line: 41 }])).toEqual(["Lines 40–41"]);
    expect(formatLocations([])).toEqual([]);
  });

  test("[C2.18] lines, paragraphs and rows of a passage are one stretch, whatever stands between where its pieces begin", () => {
    expect(formatLocations([1, 3, 5, 12, 59].map((line) => ({ line })))).toEqual(["Lines 1–59"]);
    expect(formatLocations([9, 4].map((paragraph) => ({ paragraph })))).toEqual(["Paragraphs 4–9"]);
    expect(formatLocations([2, 26].map((row) => ({ sheet: "2024", row })))).toEqual(["Sheet 2024, rows 2–26"]);
    expect(formatLocations([{ page: 3 }, { page: 9 }])).toEqual(["Pages 3, 9"]);
  });

  test("[C2.18] rows belong to their sheet", () => {
    const rows = [17, 18, 19].map((row) => ({ sheet: "2024", row }));
    expect(formatLocations([...rows, { sheet: "2025", row: 1 }])).toEqual([
      "Sheet 2024, rows 17–19",
      "Sheet 2025, row 1",
    ]);
  });

  test("a heading is quoted, and what is not known is named as it is", () => {
    expect(formatLocations([{ page: 3, heading: "Results" }])).toEqual(["Page 3, “Results”"]);
    expect(formatLocations([{ chapter: "One" }])).toEqual(["Chapter One"]);
    expect(formatLocations([{ mailPart: 2 }])).toEqual(["Mail part 2"]);
  });

  test("[C2.19] [C9.03d] no place is longer than 60 characters", () => {
    expect(formatLocations([{ heading: "x".repeat(200) }])).toEqual([`“${"x".repeat(58)}…`]);
    const value = fc.oneof(fc.string({ unit: "grapheme", maxLength: 120 }), fc.integer());
    const location = fc.dictionary(fc.constantFrom("page", "slide", "sheet", "row", "heading", "other"), value);
    fc.assert(
      fc.property(fc.array(location), (locations) => {
        const places = formatLocations(locations);
        for (const place of places) expect([...place].length).toBeLessThanOrEqual(60);
        expect(places.length).toBeLessThanOrEqual(locations.length);
      }),
    );
  });

  test("what divides a document is its page, slide, sheet or chapter", () => {
    expect(headingOf({ page: 3, heading: "Results" })).toBe("Page 3");
    expect(headingOf({ sheet: "2024", row: 17 })).toBe("Sheet 2024");
    expect(headingOf({ line: 4 })).toBeNull();
  });
});
