import fc from "fast-check";
import { expect, test } from "vitest";
import { type ComparedPart, compareWords } from "./compareWords.ts";

/** Marks different parts with brackets. */
const mark = (parts: readonly ComparedPart[]) =>
  parts.map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text)).join("");

function compare(a: string, b: string): [string, string] {
  const compared = compareWords(a, b);
  return [mark(compared.a), mark(compared.b)];
}

test("words that only one text has are marked, with the spaces between them", () => {
  expect(compare("Answer in plain English.", "Answer kindly in simple English.")).toEqual([
    "Answer in [plain] English.",
    "Answer [kindly ]in [simple] English.",
  ]);
  expect(compare("Be brief.", "Be very kind and brief.")).toEqual(["Be brief.", "Be [very kind and ]brief."]);
  expect(compare("one two", "one two")).toEqual(["one two", "one two"]);
  expect(compare("请用英语回答。", "请用德语回答。")[0]).toMatch(/^请用\[.+\]回答。$/);
});

test("texts without a common word have no marks", () => {
  expect(compare("Rome", "")).toEqual(["Rome", ""]);
  expect(compare("Rome fell", "Athens rose")).toEqual(["Rome fell", "Athens rose"]);
});

test("long texts are compared line by line", () => {
  const lines = (word: string) => Array.from({ length: 1_500 }, (_, index) => `${word} ${index} of many\n`);
  const [a, b] = [lines("Line"), lines("Line")];
  a[0] = "First\n";
  b[0] = "1st\n";
  a[700] = "Here and there\n";
  b[1_499] = "The end\n";
  const [markedA, markedB] = compare(a.join(""), b.join(""));
  expect(markedA).toContain("Line 699 of many\n[Here and there\n]Line 701 of many");
  expect(markedB).toMatch(/^\[1st\n\]Line 1 /);
  expect(markedB).toMatch(/Line 1498 of many\n\[The end\n\]$/);
});

test("texts that are long only together with what they share are compared line by line, too", () => {
  const shared = "A line of many words.\n".repeat(2_000);
  expect(compare(`${shared}Be brief.\n`, `${shared}Be kind.\n`)).toEqual([
    `${shared}[Be brief.\n]`,
    `${shared}[Be kind.\n]`,
  ]);
});

test("the parts are always the texts, and what is not marked is the same in both", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", " ", "\n", ". "), { maxLength: 30 }).map((all) => all.join(""));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const compared = compareWords(a, b);
      const join = (parts: readonly ComparedPart[]) => parts.map((part) => part.text).join("");
      const joinCommon = (parts: readonly ComparedPart[]) =>
        join(parts.filter(({ isDifferent }) => !isDifferent)).replace(/\s/g, "");
      expect([join(compared.a), join(compared.b)]).toEqual([a, b]);
      const isMarked = [...compared.a, ...compared.b].some(({ isDifferent }) => isDifferent);
      if (isMarked) expect(joinCommon(compared.a)).toBe(joinCommon(compared.b));
    }),
  );
});
