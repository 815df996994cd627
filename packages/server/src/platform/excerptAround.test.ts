import fc from "fast-check";
import { expect, test } from "vitest";
import { contentWords } from "./contentWords.ts";
import { excerptAround } from "./excerptAround.ts";

const around = (text: string, question: string, length: number) => excerptAround(text, contentWords(question), length);

test("a short text is given whole", () => expect(around(" It rains. ", "rain", 100)).toBe("It rains."));

test("of a long one, the sentences with the words are given, and marks where something is left out", () => {
  const text = `${"Nothing here. ".repeat(50)}A zeppelin landed. ${"Nothing there. ".repeat(50)}`;
  const excerpt = around(text, "Where did zeppelins land?", 100);
  expect(excerpt).toMatch(/^… .*A zeppelin landed\..* …$/);
});

test("without a word of them, the beginning", () => {
  expect(around("One. ".repeat(100), "zeppelin", 50)).toMatch(/^One\. One\./);
});

test("it is never longer than was asked, and always a part of the text in whole characters", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "rain", ". ", "\n", "😀", "語。"), maxLength: 300 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 20, max: 200 }), (text, length) => {
      const excerpt = around(text, "rain", length);
      expect(excerpt.length).toBeLessThanOrEqual(length);
      expect(excerpt.isWellFormed()).toBe(true);
      expect(text).toContain(excerpt.replace(/^… /, "").replace(/ …$/, ""));
    }),
  );
});
