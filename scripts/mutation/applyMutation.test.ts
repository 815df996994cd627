import { expect, test } from "vitest";
import { replaceOnce } from "./applyMutation.ts";

const mutation = { file: "a.ts", replace: "old", with: "new" };

test("a mutation replaces the text literally", () => {
  expect(replaceOnce("one old two", { ...mutation, with: "$&" })).toBe("one $& two");
});

test("a text that occurs several times is ambiguous unless one is chosen", () => {
  expect(() => replaceOnce("old old", mutation)).toThrow("2 times in a.ts");
  expect(replaceOnce("old old old", { ...mutation, nth: 2 })).toBe("old new old");
  expect(() => replaceOnce("old old", { ...mutation, nth: 3 })).toThrow("only 2 times");
});

test("a text that is not there is an error", () => {
  expect(() => replaceOnce("other", mutation)).toThrow("not in a.ts");
});
