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

test("running text with two spaces after each sentence is joined, without its hyphens", () => {
  const typed = buildLines(
    [[50, "The Rhine is long.  It is very inter-"]],
    [[50, "esting to travellers.  Its banks are of gra-"]],
    [[50, "nite and sand.  Many ships sail there.  All go on"]],
    [[50, "to the sea.  There they stop.  Their crews sleep."]],
  );
  expect(groupParagraphs(typed).map(({ text }) => text)).toEqual([
    "The Rhine is long.  It is very interesting to travellers.  Its banks are of granite and sand.  Many ships sail there.  All go on to the sea.  There they stop.  Their crews sleep.",
  ]);
});

test("running text with a wide gap in each line, which differ in their places, is joined", () => {
  const fragments = buildLines(
    [
      [50, "The river carries"],
      [155, "sand and inter-"],
    ],
    [
      [50, "esting"],
      [100, "stones to the sea,"],
    ],
    [
      [50, "where ships wait for them"],
      [195, "all day."],
    ],
  );
  expect(groupParagraphs(fragments).map(({ text }) => text)).toEqual([
    "The river carries  sand and interesting  stones to the sea, where ships wait for them  all day.",
  ]);
});

test("columns may be aligned at their end, and a cell may have a second line", () => {
  const fragments = buildLines(
    [
      [50, "Rhine"],
      [180, "1233"],
      [245, "2300"],
    ],
    [[50, "with its delta"]],
    [
      [50, "Volga"],
      [180, "3531"],
      [255, "80"],
    ],
    [
      [50, "Amazon"],
      [180, "6400"],
      [235, "209000"],
    ],
  );
  expect(groupParagraphs(fragments).map(({ text }) => text)).toEqual([
    "Rhine  1233  2300\nwith its delta\nVolga  3531  80\nAmazon  6400  209000",
  ]);
});

test("rows whose columns are typed with spaces are separate lines", () => {
  const typed = buildLines(
    [[50, "River   Length  Width"]],
    [[50, "Rhine     1233    400"]],
    [[50, "Danube    2850    800"]],
  );
  expect(groupParagraphs(typed).map(({ text }) => text)).toEqual([
    "River   Length  Width\nRhine     1233    400\nDanube    2850    800",
  ]);
});
