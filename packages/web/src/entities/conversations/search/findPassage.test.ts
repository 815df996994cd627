import { foldText } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitSearchWords } from "../splitSearchWords.ts";
import { findPassage } from "./findPassage.ts";

const marked = (text: string, search: string) => {
  const { passage, marks } = findPassage(text, splitSearchWords(search));
  return { passage, found: marks.map(([from, to]) => passage.slice(from, to)) };
};

describe("a passage", () => {
  test("is the matches with some words around them, on one line", () => {
    const text = `${"before ".repeat(20)}\nthe\tCarnot bound\n\n${"after ".repeat(60)}`;
    const { passage, found } = marked(text, "bound carnot");
    expect(passage).toMatch(/^…before .* the Carnot bound after .*…$/);
    expect(passage.length).toBeLessThan(165);
    expect(found).toEqual(["Carnot", "bound"]);
  });

  test("is chosen where most of the words are, not at the first match", () => {
    const { passage, found } = marked(
      `${"of this and of that, ".repeat(100)}the bound of Carnot, at last`,
      "bound of carnot",
    );
    expect(passage).toMatch(/the bound of Carnot, at last$/);
    expect(found).toEqual(expect.arrayContaining(["bound", "of", "Carnot"]));
  });

  test("of a short text is the whole text", () => {
    expect(marked("  Entropy, and\nonly entropy ", "entropy")).toEqual({
      passage: "Entropy, and only entropy",
      found: ["Entropy", "entropy"],
    });
  });

  test("shows accents and case as written, and marks the matches", () => {
    expect(marked("Die Größe des Cafés, ΟΔΟΣ", "cafe οδος").found).toEqual(["Café", "ΟΔΟΣ"]);
    expect(marked(`${"é".repeat(300)} carnot`, "carnot").found).toEqual(["carnot"]);
    expect(marked("e\u0301cole und école", "ecole").found).toEqual(["e\u0301cole", "école"]);
  });

  test("marks a letter that matches two letters, and one of several characters", () => {
    expect(marked("Die Straße, STRASSE und ﬁn", "strasse fin").found).toEqual(["Straße", "STRASSE", "ﬁn"]);
    expect(marked("Grüße", "s").found).toEqual(["ß"]);
    expect(marked("ｶﾞ と か\u3099 と \u1112\u1161\u11ab", "が ガ 한").found).toEqual([
      "ｶﾞ",
      "か\u3099",
      "\u1112\u1161\u11ab",
    ]);
    expect(marked(`${"ß".repeat(300)} carnot`, "carnot").found).toEqual(["carnot"]);
  });

  test("joins marks that overlap", () => {
    expect(marked("abcabc", "abca bc").found).toEqual(["abcabc"]);
  });

  test("is valid for any text: one line, with marks in order and in bounds that all match the search", () => {
    const words = fc.array(
      fc.constantFrom("é", "E", "ß", "İ", "σς", "😀", " ", "\n", "a", "bc", "\u0301", "한", "ﬁ", "か\u3099"),
      {
        maxLength: 120,
      },
    );
    fc.assert(
      fc.property(words, fc.constantFrom("e", "a bc", "σ", "😀", "i", "한", "s", "が"), (parts, search) => {
        const text = parts.join("");
        const folded = splitSearchWords(search);
        const { passage, marks } = findPassage(text, folded);
        expect(passage).not.toMatch(/[\n\t]/);
        expect(passage.isWellFormed()).toBe(true);
        let end = 0;
        for (const [from, to] of marks) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          const foldedMatch = foldText(passage.slice(from, to));
          expect(folded.some((word) => foldedMatch.includes(word))).toBe(true);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(passage.length);
      }),
    );
  });
});
