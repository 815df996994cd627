import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatHeading, formatLocations } from "./formatLocations.ts";

describe("the locations of a source", () => {
  test("[C2.18] adjacent pages, slides, rows and lines become ranges", () => {
    expect(formatLocations([{ page: 4 }, { page: 3 }, { page: 5 }, { page: 8 }])).toEqual(["Pages 3–5, 8"]);
    expect(formatLocations([{ slide: 2 }])).toEqual(["Slide 2"]);
    expect(formatLocations([{ line: 40 }, { line: 41 }])).toEqual(["Lines 40–41"]);
    expect(formatLocations([])).toEqual([]);
  });

  test("[C2.18] lines, paragraphs and rows of a passage become one range, even with gaps between them", () => {
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

  test("[C2.18] contiguous sections are one range, named by what differs in their headings", () => {
    const sections = Array.from({ length: 12 }, (_, index) => ({
      line: 4 * index + 3,
      heading: `Handbook > Section ${index + 1}`,
    }));
    expect(formatLocations([{ line: 1, heading: "Handbook" }, ...sections, { line: 49 }])).toEqual([
      "Lines 1–49, “Section 1” – “Section 12”",
    ]);
    expect(formatLocations([{ line: 1, heading: "Handbook" }, ...sections.slice(0, 1)])).toEqual([
      "Lines 1–3, “Handbook > Section 1”",
    ]);
    expect(formatLocations(["A > B > C", "A > D"].map((heading, page) => ({ page: page + 3, heading })))).toEqual([
      "Pages 3–4, “C” – “D”",
    ]);
    expect(formatLocations(["A > Notes", "B > Notes"].map((heading) => ({ heading })))).toEqual([
      "“A > Notes” – “B > Notes”",
    ]);
  });

  test("[C2.18] sections of separate pages, or of other sheets or chapters, stay separate", () => {
    expect(
      formatLocations([
        { page: 3, heading: "A" },
        { page: 4, heading: "B" },
        { page: 9, heading: "C" },
      ]),
    ).toEqual(["Pages 3–4, “A” – “B”", "Page 9, “C”"]);
    expect(
      formatLocations([
        { chapter: "One", heading: "A" },
        { chapter: "Two", heading: "B" },
      ]),
    ).toEqual(["Chapter One, “A”", "Chapter Two, “B”"]);
  });

  test("[C2.19] both ends of a long range of sections are cut, not only the last", () => {
    const range = (a: string, b: string) => formatLocations([a, b].map((heading, index) => ({ line: index, heading })));
    expect(range("a".repeat(80), "b".repeat(80))).toEqual([`Lines 0–1, “${"a".repeat(20)}…” – “${"b".repeat(20)}…”`]);
    expect(range("a".repeat(80), "b")).toEqual([`Lines 0–1, “${"a".repeat(40)}…” – “b”`]);
  });

  test("a heading is quoted, and unknown properties are shown by name", () => {
    expect(formatLocations([{ page: 3, heading: "Results" }])).toEqual(["Page 3, “Results”"]);
    expect(formatLocations([{ chapter: "One" }])).toEqual(["Chapter One"]);
    expect(formatLocations([{ mailPart: 2 }])).toEqual(["Mail part 2"]);
  });

  test("the parts of an email have names", () => {
    const text = (paragraph: number) => ({ part: "text", paragraph });
    expect(formatLocations([{ part: "headers" }, text(1), text(4), { part: "attachments" }])).toEqual([
      "Sender and subject",
      "Message, paragraphs 1–4",
      "Attachments",
    ]);
    expect(formatLocations([{ part: "other" }])).toEqual(["Part other"]);
  });

  test("[C2.19] [C9.03d] no location is longer than 60 characters", () => {
    expect(formatLocations([{ heading: "x".repeat(200) }])).toEqual([`“${"x".repeat(58)}…`]);
    const value = fc.oneof(fc.string({ unit: "grapheme", maxLength: 120 }), fc.integer());
    const location = fc.dictionary(fc.constantFrom("page", "slide", "sheet", "row", "heading", "other"), value);
    fc.assert(
      fc.property(fc.array(location), (locations) => {
        const formatted = formatLocations(locations);
        for (const text of formatted) expect([...text].length).toBeLessThanOrEqual(60);
        expect(formatted.length).toBeLessThanOrEqual(locations.length);
      }),
    );
  });

  test("a section heading is a page, slide, sheet or chapter", () => {
    expect(formatHeading({ page: 3, heading: "Results" })).toBe("Page 3");
    expect(formatHeading({ sheet: "2024", row: 17 })).toBe("Sheet 2024");
    expect(formatHeading({ line: 4 })).toBeNull();
  });
});
