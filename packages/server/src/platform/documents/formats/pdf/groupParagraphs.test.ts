import { expect, test } from "vitest";
import { groupParagraphs } from "./groupParagraphs.ts";
import type { Fragment } from "./readPageFragments.ts";

/** Builds the fragments of lines, whose words are at these positions in points. */
function buildLines(...lines: (readonly [left: number, text: string][])[]): Fragment[] {
  return lines.flatMap((words, line) =>
    words.map(([left, text], word) => ({
      text,
      left,
      right: left + text.length * 5,
      baseline: 100 + line * 12,
      size: 10,
      font: "f",
      isRightToLeft: false,
      order: line * 10 + word,
    })),
  );
}

test("rows of a table keep their columns and are separate lines", () => {
  const fragments = buildLines(
    [
      [50, "River"],
      [150, "Length"],
    ],
    [
      [50, "Rhine"],
      [150, "1233"],
    ],
    [
      [50, "Danube"],
      [150, "2850"],
    ],
  );
  expect(groupParagraphs(fragments).map(({ text }) => text)).toEqual(["River  Length\nRhine  1233\nDanube  2850"]);
});

test("the lines of running text are joined, even if one has a wide gap", () => {
  const fragments = buildLines(
    [[50, "The river carries"]],
    [
      [50, "sand and"],
      [110, "stones."],
    ],
    [[50, "It is long."]],
  );
  expect(groupParagraphs(fragments).map(({ text }) => text)).toEqual([
    "The river carries sand and  stones. It is long.",
  ]);
});
