import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTokenCounter, estimateMaxTokens } from "./tokenCounter.ts";

describe("counting", () => {
  const tokenCounter = createTokenCounter();

  test("counts a sentence as the tokenizer does, and an empty text as 0", async () => {
    expect(await tokenCounter.count("The quick brown fox jumps over the lazy dog.")).toBe(10);
    expect(await tokenCounter.count("")).toBe(0);
  });

  test("treats a special token in a person's text as text", async () => {
    expect(await tokenCounter.count("<|endoftext|>")).toBeGreaterThan(1);
  });

  test("stops past the limit, and does not cache a partial count", async () => {
    const text = "one two three ".repeat(10_000);
    const partial = await tokenCounter.count(text, 100);
    const all = await tokenCounter.count(text);
    expect(partial).toBeGreaterThan(100);
    expect(partial).toBeLessThan(1_000);
    expect(all).toBeGreaterThanOrEqual(30_000);
    expect(await tokenCounter.count(text, all)).toBe(all);
    expect(await tokenCounter.count(text, 100)).toBe(all);
  });

  test("counts a word of a million letters as fast as other texts, and then from the cache", async () => {
    const word = "a".repeat(1_000_000);
    expect(await tokenCounter.count(word)).toBe(await tokenCounter.count(word));
  });
});

describe("estimateMaxTokens", () => {
  test("is at least what the tokenizer counts, for prose, code and other scripts", async () => {
    const tokenCounter = createTokenCounter();
    const texts = [
      "It is a truth universally acknowledged, that a single man in possession of a good fortune must be in want of a wife.",
      "for (let i = 0; i < xs.length; i++) { total += xs[i] ?? 0; }\n  return total;\n",
      "これは日本語の文章です。漢字とかなが混ざっています。",
      "Ελληνικά, кириллица, العربية, हिन्दी, 👩‍👩‍👧‍👦",
    ];
    for (const text of texts) expect(estimateMaxTokens(text)).toBeGreaterThanOrEqual(await tokenCounter.count(text));
  });

  test("grows with the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        expect(estimateMaxTokens(one + other)).toBeGreaterThanOrEqual(estimateMaxTokens(one));
      }),
    );
  });
});
