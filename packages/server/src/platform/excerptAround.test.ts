import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptAround } from "./excerptAround.ts";
import { extractContentWords } from "./extractContentWords.ts";

const around = (text: string, question: string, length: number) =>
  excerptAround(text, extractContentWords(question), length);

test("returns a short text whole", () => expect(around(" It rains. ", "rain", 100)).toBe("It rains."));

test("returns the sentences of a long text that contain the words, with ellipses where text is omitted", () => {
  const text = `${"Nothing here. ".repeat(50)}A zeppelin landed. ${"Nothing there. ".repeat(50)}`;
  const excerpt = around(text, "Where did zeppelins land?", 100);
  expect(excerpt).toMatch(/^… .*A zeppelin landed\..* …$/);
});

test("returns the beginning if no word is found", () => {
  expect(around("One. ".repeat(100), "zeppelin", 50)).toMatch(/^One\. One\./);
});

test("never exceeds the requested length, and always returns whole characters of the text", () => {
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
