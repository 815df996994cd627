import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPassage, findWordStarts, toLetters, trimToWords } from "./findPassage.ts";

/** Returns the parts of a page's text that are found. */
function find(page: string, quote: string): string[] {
  const { letters, offsets } = toLetters(page);
  return findPassage(letters, toLetters(quote).letters).map(({ from, to }) =>
    page.slice(offsets[from], (offsets[to - 1] ?? 0) + 1),
  );
}

describe("finding a passage on a page", () => {
  test("ignores white space, line breaks, hyphens, ligatures and markup", () => {
    const page = "Before. The fi-\nnal bound is ﬁnite, as\nCarnot showed. After.";
    expect(find(page, "# The final   bound is **finite**, as Carnot showed.")).toEqual([
      "The fi-\nnal bound is ﬁnite, as\nCarnot showed",
    ]);
  });

  test("ignores accents, which TeX draws apart from their letters", () => {
    const page = "Before. La r´esistance fran¸caise et l’´Etude. After.";
    expect(find(page, "La résistance française et l’Étude.")).toEqual(["La r´esistance fran¸caise et l’´Etude"]);
  });

  test("finds the part that is on this page", () => {
    expect(
      find("the end of the passage is here. Something else.", "It begins before and the end of the passage is here."),
    ).toEqual(["the end of the passage is here"]);
  });

  test("finds parts in another order, and text in between does not matter", () => {
    const page = `The left column speaks of rivers and sand. ${"Other words. ".repeat(12)}The right column speaks of stone and wind.`;
    expect(find(page, "The right column speaks of stone and wind. The left column speaks of rivers and sand.")).toEqual(
      ["The left column speaks of rivers and sand", "The right column speaks of stone and wind"],
    );
  });

  test("finds a short passage, and Chinese text", () => {
    expect(find("A heading\nand more", "heading")).toEqual(["heading"]);
    expect(find("软件包 管理 与 系统 维护 命令 参考 卡片", "软件包管理与系统维护命令参考")).toEqual([
      "软件包 管理 与 系统 维护 命令 参考",
    ]);
  });

  test("finds nothing if the passage is elsewhere, and no few words far from it", () => {
    expect(find("All about cats and dogs.", "Rivers carry sand past stones.")).toEqual([]);
    expect(find("", "Rivers carry sand")).toEqual([]);
    expect(find("Rivers", "")).toEqual([]);
    const page = `a common phrase. ${"Something else entirely follows. ".repeat(9)}The bound is one minus the ratio of temperatures.`;
    expect(find(page, "The bound is one minus the ratio of temperatures. It is not a common phrase.")).toEqual([
      "The bound is one minus the ratio of temperatures",
    ]);
  });

  test("finds any part of a page", () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (words, a, b) => {
        const { letters } = toLetters(words.join(" "));
        const [from = 0, to = 0] = [a % (letters.length + 1), b % (letters.length + 1)].sort((x, y) => x - y);
        const quote = letters.slice(from, to);
        const found = findPassage(letters, quote);
        expect(found.length > 0).toBe(quote !== "");
        for (const range of found) expect(range.to).toBeLessThanOrEqual(letters.length);
      }),
    );
  });

  test("is fast for repetitive texts", () => {
    expect(findPassage("ab".repeat(50_000), "ab".repeat(10_000))).toHaveLength(1);
  });
});

describe("a range of letters is trimmed to whole words", () => {
  test.each([
    ["The next corner shop opens", "rnershopop", "shop"],
    ["fee—payable in 30 days—is", "payablein30days", "payable in 30 days"],
    ["see 3.2):payable in days/weeks", "payableindays", "payable in days"],
    ["packages 3.13.1. Purpose", "packages313", "packages"],
    ["the children’s well-known rights", "childrenswellknown", "children’s well-known"],
    ["在2024年发布新版本", "2024年发布", "2024年发布"],
    ["brokenfontwithoutspaces", "fontwith", "fontwith"],
  ])("in %j, %j", (text, part, expected) => {
    const letters = toLetters(text);
    const from = letters.letters.indexOf(part);
    const trimmed = trimToWords({ from, to: from + part.length }, findWordStarts(text, letters));
    const start = letters.offsets[trimmed.from] ?? 0;
    expect(text.slice(start, (letters.offsets[trimmed.to - 1] ?? 0) + 1)).toBe(expected);
  });
});
