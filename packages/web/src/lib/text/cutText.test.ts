import { describe, expect, test } from "vitest";
import { cutText, cutTextAtWord } from "./cutText.ts";

describe("a text that is too long", () => {
  test("is cut to the given number of characters, without half an emoji", () => {
    expect(cutText("short", 5)).toBe("short");
    expect(cutText("too long", 5)).toBe("too…");
    expect(cutText("😀😀😀😀", 3)).toBe("😀😀…");
  });

  test("is cut after a word, without the punctuation that follows it", () => {
    expect(cutTextAtWord("Lots of people simply cannot resist", 36)).toBe("Lots of people simply cannot resist");
    expect(cutTextAtWord("Lots of people simply cannot resist", 12)).toBe("Lots of…");
    expect(cutTextAtWord("Lots of people, simply", 15)).toBe("Lots of people…");
    expect(cutTextAtWord("Lots of people, simply", 16)).toBe("Lots of people…");
  });

  test("is cut between words that no space separates", () => {
    const parts = [
      ...new Intl.Segmenter("zh", { granularity: "word" }).segment("人人生而自由，在尊严和权利上一律平等。"),
    ];
    const boundaries = parts.map(({ index }) => index);
    const cut = cutTextAtWord("人人生而自由，在尊严和权利上一律平等。", 12);
    expect(cut).toMatch(/…$/);
    expect(boundaries).toContain(cut.length - 1);
    expect(cut.length).toBeLessThanOrEqual(12);
  });

  test("is cut within a word that is longer than half of the space", () => {
    expect(cutTextAtWord(`of ${"x".repeat(300)}`, 20)).toBe(`of ${"x".repeat(16)}…`);
  });
});
