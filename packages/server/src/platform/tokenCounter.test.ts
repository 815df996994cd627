import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTokenCounter, generousEstimate } from "./tokenCounter.ts";

describe("counting", () => {
  const tokens = createTokenCounter();

  test("a sentence counts as the tokenizer counts it, an empty text as nothing", async () => {
    expect(await tokens.count("The quick brown fox jumps over the lazy dog.")).toBe(10);
    expect(await tokens.count("")).toBe(0);
  });

  test("a special token in a person's text is text", async () => {
    expect(await tokens.count("<|endoftext|>")).toBeGreaterThan(1);
  });

  test("stops where it is told that enough is enough, and remembers nothing of that", async () => {
    const text = "one two three ".repeat(10_000);
    const some = await tokens.count(text, 100);
    const all = await tokens.count(text);
    expect(some).toBeGreaterThan(100);
    expect(some).toBeLessThan(1_000);
    expect(all).toBeGreaterThanOrEqual(30_000);
    expect(await tokens.count(text, all)).toBe(all);
    expect(await tokens.count(text, 100)).toBe(all);
  });

  test("a word of a million letters is counted as fast as other texts, and again from memory", async () => {
    const word = "a".repeat(1_000_000);
    expect(await tokens.count(word)).toBe(await tokens.count(word));
  });
});

describe("the generous estimate", () => {
  test("is at least what the tokenizer counts, for prose, code and other scripts", async () => {
    const tokens = createTokenCounter();
    const texts = [
      "It is a truth universally acknowledged, that a single man in possession of a good fortune must be in want of a wife.",
      "for (let i = 0; i < xs.length; i++) { total += xs[i] ?? 0; }\n  return total;\n",
      "これは日本語の文章です。漢字とかなが混ざっています。",
      "Ελληνικά, кириллица, العربية, हिन्दी, 👩‍👩‍👧‍👦",
    ];
    for (const text of texts) expect(generousEstimate(text)).toBeGreaterThanOrEqual(await tokens.count(text));
  });

  test("grows with the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        expect(generousEstimate(one + other)).toBeGreaterThanOrEqual(generousEstimate(one));
      }),
    );
  });
});
