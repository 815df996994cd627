import { expect, test } from "vitest";
import { formatCount } from "./formatCount.ts";
import { listNames } from "./notifyBulkFailures.ts";

test("at most five names are listed, and the others are counted", () => {
  expect(listNames([])).toBe("");
  expect(listNames(["A"])).toBe("“A”");
  expect(listNames(["A", "B", "C"])).toBe("“A”, “B” and “C”");
  expect(listNames(["A", "B", "C", "D", "E", "F", "G"])).toBe("“A”, “B”, “C”, “D”, “E” and 2 more");
});

test("a count of one is singular, and thousands have a comma", () => {
  expect(formatCount(1, "conversation")).toBe("1 conversation");
  expect(formatCount(0, "conversation")).toBe("0 conversations");
  expect(formatCount(10_000, "conversation")).toBe("10,000 conversations");
});
