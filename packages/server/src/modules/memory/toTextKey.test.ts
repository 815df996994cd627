import { expect, test } from "vitest";
import { toTextKey } from "./toTextKey.ts";

test("case, spaces and punctuation make no other fact", () => {
  expect(toTextKey("  Lives in\nKIEL! ")).toBe(toTextKey("lives in Kiel."));
});

test.each([
  ["Programs in C.", "Programs in C#."],
  ["Programs in C.", "Programs in C++."],
  ["Works 50 a week.", "Works 50% a week."],
])("“%s” and “%s” are two facts", (first, second) => {
  expect(toTextKey(first)).not.toBe(toTextKey(second));
});

test("a text of nothing but punctuation has a key", () => {
  expect(toTextKey(" ?! ")).toBe("?!");
});
