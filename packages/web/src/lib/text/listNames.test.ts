import { expect, test } from "vitest";
import { listNames, quoteName } from "./listNames.ts";

test("three names are listed, each of at most 60 characters, and the others are counted", () => {
  expect(listNames([])).toBe("");
  expect(listNames(["A"], quoteName)).toBe("“A”");
  expect(listNames(["A", "B", "C"], quoteName)).toBe("“A”, “B” and “C”");
  expect(listNames(Array.from({ length: 1_233 }, (_, index) => `N${index}`))).toBe("N0, N1, N2 and 1,230 more");
  expect(listNames(["x".repeat(61)], quoteName)).toBe(`“${"x".repeat(59)}…”`);
});
