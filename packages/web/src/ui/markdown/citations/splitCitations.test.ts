import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitCitations } from "./splitCitations.ts";

const knownNumbers = new Set([1, 2, 3, 4]);
const citedNumbers = (text: string, numbers: ReadonlySet<number> = knownNumbers) =>
  splitCitations(text, numbers).flatMap((part) =>
    typeof part === "string"
      ? []
      : part.segments.flatMap((segment) => (segment.kind === "characters" ? [] : [segment.number])),
  );

describe("citation marks", () => {
  test("contain one number, several, or a range, and may follow each other", () => {
    expect(citedNumbers("so [1].")).toEqual([1]);
    expect(citedNumbers("so [1, 2], and [3;4]")).toEqual([1, 2, 3, 4]);
    expect(citedNumbers("so [1-3]")).toEqual([1, 2, 3]);
    expect(citedNumbers("so [1–2, 4]")).toEqual([1, 2, 4]);
    expect(citedNumbers("so [1][2]")).toEqual([1, 2]);
  });

  test("a range implies the numbers between its ends that are known", () => {
    expect(splitCitations("[1-4]", new Set([1, 3, 4]))).toEqual([
      {
        raw: "[1-4]",
        segments: [
          { kind: "characters", text: "[" },
          { kind: "number", number: 1 },
          { kind: "characters", text: "-" },
          { kind: "implied", number: 3 },
          { kind: "number", number: 4 },
          { kind: "characters", text: "]" },
        ],
      },
    ]);
  });

  test("a mark with an unknown number or a reversed range stays text", () => {
    for (const text of ["[5]", "[1, 5]", "[3-1]", "[1-9]", "[0]", "[01]"])
      expect(splitCitations(text, knownNumbers)).toEqual([text]);
    expect(splitCitations("[1] and [7]", knownNumbers)).toHaveLength(2);
  });

  test("the white space before a mark belongs to it, so that the number follows its word", () => {
    expect(splitCitations("so [1].", knownNumbers)).toEqual([
      "so",
      {
        raw: " [1]",
        segments: [
          { kind: "characters", text: " [" },
          { kind: "number", number: 1 },
          { kind: "characters", text: "]" },
        ],
      },
      ".",
    ]);
  });

  test("an incomplete mark, and text that only resembles one, stays text", () => {
    for (const text of ["[1", "1]", "[1,", "[]", "[a]", "[1.2]", "[^1]", "[ 1  ]", "[[", "[12345]"]) {
      expect(splitCitations(text, new Set([1, 2, 12345])).every((part) => typeof part === "string")).toBe(true);
    }
  });

  test("no character is changed, lost or moved", () => {
    const segment = fc.oneof(
      fc.constantFrom("[", "]", "[1]", "[1, 2]", "[1-3]", "[2", ",", "-", " ", "1", "23", "[4][1]", "&#91;1]"),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(fc.array(segment), fc.uniqueArray(fc.integer({ min: 0, max: 30 })), (segments, numbers) => {
        const text = segments.join("");
        const parts = splitCitations(text, new Set(numbers));
        expect(parts.map((part) => (typeof part === "string" ? part : part.raw)).join("")).toBe(text);
        for (const part of parts) {
          if (typeof part === "string") continue;
          const written = part.segments.map((segment) =>
            segment.kind === "characters" ? segment.text : segment.kind === "number" ? String(segment.number) : "",
          );
          expect(written.join("")).toBe(part.raw);
        }
      }),
      { numRuns: getFuzzRunCount(500) },
    );
  });
});
