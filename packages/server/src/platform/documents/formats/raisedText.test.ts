import { expect, test } from "vitest";
import { lowerText, raiseText, separateFractions } from "./raisedText.ts";

test.each([
  ["XIX", "e"],
  ["XIV", "es"],
  ["1", "ère"],
  ["1", "ères"],
  ["2", "de"],
  ["20", "e"],
  ["1", "er"],
  ["M", "me"],
  ["M", "mes"],
  ["M", "lle"],
  ["n", "o"],
  ["N", "os"],
  ["1", "o"],
  ["1", "a"],
  ["5.", "a"],
  ["2", "as"],
])("an ending means the same on the line: %s%s", (before, text) => {
  expect(raiseText(text, `le ${before}`)).toBe(text);
});

test.each([
  ["10", "6", "⁶"],
  ["x", "k", "^k"],
  ["x", "e", "^e"],
  ["2", "d", "^d"],
  ["10", "a", "^a"],
  ["x", "me", "^me"],
])("anything else stays apart: %s, %s", (before, text, expected) => {
  expect(raiseText(text, before)).toBe(expected);
});

test("a fraction stays apart from the number before it", () => {
  expect(separateFractions(`1${raiseText("1", "1")}/${lowerText("2")} and 10⁶ and ³/₄`)).toBe("1 ¹/₂ and 10⁶ and ³/₄");
});
