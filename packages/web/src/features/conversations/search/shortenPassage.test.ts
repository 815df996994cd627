import { foldText } from "@lectern/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shortenPassage } from "./shortenPassage.ts";

/** Marks the text between brackets, and shortens the passage. */
function shorten(bracketed: string, maxCharacters = 60) {
  const marks: [number, number][] = [];
  for (const { index } of bracketed.matchAll(/\[[^\]]*\]/g)) {
    const end = bracketed.indexOf("]", index);
    const start = index - 2 * marks.length;
    marks.push([start, start + end - index - 1]);
  }
  const shortened = shortenPassage({ passage: bracketed.replaceAll(/[[\]]/g, ""), marks }, maxCharacters);
  const { passage } = shortened;
  return shortened.marks.reduceRight(
    (text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    passage,
  );
}

test("a passage is shortened around the marked words, between whole words", () => {
  const passage =
    "Which one is the oldest, and is it true that it was announced by Ian [Murdock], who was then a student?";
  expect(shorten(passage)).toBe("…it was announced by Ian [Murdock], who was then a student?");
  expect(shorten(passage, 40)).toBe("…announced by Ian [Murdock], who was then a…");
  expect(shorten("A short one about [Murdock]")).toBe("A short one about [Murdock]");
});

test("the part with the most different words is shown", () => {
  const passage =
    "Deb[ian] was announced in the summer of 1993, long before all of the others, by [Ian] [Murdock], a student";
  expect(shorten(passage)).toContain("by [Ian] [Murdock], a student");
});

test("no marked word is cut, in any text, and the first is near the beginning", () => {
  const word = fc.constantFrom(
    "a",
    "of",
    "heron",
    "photo[synthesis]",
    "[Carnot]",
    "x".repeat(50),
    `[${"y".repeat(70)}]`,
    "한국",
    "😀",
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), fc.constantFrom(" ", ""), (words, separator) => {
      const bracketed = words.join(separator);
      const shortened = shorten(bracketed);
      const listMarked = (text: string) =>
        [...text.matchAll(/\[([^\]]*)\]/g)].map(([, marked = ""]) => foldText(marked));
      const marked = listMarked(shortened);
      const all = new Set(listMarked(bracketed));
      expect(marked.length > 0).toBe(all.size > 0);
      expect(marked.every((text) => all.has(text))).toBe(true);
      if (marked.length > 0) expect(shortened.replaceAll(/[[\]]/g, "").length).toBeLessThanOrEqual(100);
      expect(shortened.isWellFormed()).toBe(true);
    }),
  );
});
