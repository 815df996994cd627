import { describe, expect, test } from "vitest";
import { createHeadingPath } from "./headingPath.ts";

/** Returns the path after these headings. A leading + marks a heading without text between it and the previous one. */
function getPathAfter(headings: readonly string[]): string {
  const headingPath = createHeadingPath();
  for (const heading of headings) headingPath.enter(heading.replace(/^\+/, ""), heading.startsWith("+"));
  return headingPath.getPath();
}

describe("the headings above a position in a document without heading levels", () => {
  test.each([
    [
      "a chapter ends the one before",
      ["Guide", "+Chapter 1", "+Begin", "Chapter 2", "+Tools"],
      "Guide › Chapter 2 › Tools",
    ],
    ["with its sections", ["Chapter 3", "+3.1. Purpose", "3.17. /srv", "Chapter 4"], "Chapter 4"],
    [
      "a section ends the one before with what is under it",
      ["3.17. /srv", "+3.17.1. Purpose", "4.1 Rules"],
      "4.1 Rules",
    ],
    ["a section stays above its own parts", ["3.17. /srv", "+3.17.1. Purpose"], "3.17. /srv › 3.17.1. Purpose"],
    ["so does a chapter that is counted apart", ["Chapter 4", "+4.1 control"], "Chapter 4 › 4.1 control"],
    ["3.1 does not begin 3.17", ["3.1 A", "+3.17 B"], "3.17 B"],
    ["a Japanese chapter", ["第1章 はじめに", "+概要", "第2章 準備"], "第2章 準備"],
    [
      "without numbers a heading under a heading is deeper",
      ["Basics", "+First steps", "Next steps"],
      "Basics › Next steps",
    ],
  ])("%s", (_, headings, expected) => {
    expect(getPathAfter(headings)).toBe(expected);
  });

  test("number signs determine the level, whatever the numbering", () => {
    expect(getPathAfter(["# 2. Two", "## 1. One", "### 1.1 More"])).toBe("2. Two › 1. One › 1.1 More");
  });
});
