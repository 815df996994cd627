import { expect, test } from "vitest";
import { formatCount } from "./formatCount.ts";
import { listNames } from "./notifyBulkFailures.ts";

test("names are listed as one says them, and at most five of them", () => {
  expect(listNames([])).toBe("");
  expect(listNames(["A"])).toBe("“A”");
  expect(listNames(["A", "B", "C"])).toBe("“A”, “B” and “C”");
  expect(listNames(["A", "B", "C", "D", "E", "F", "G"])).toBe("“A”, “B”, “C”, “D”, “E” and 2 more");
});

test("one is one, and thousands have their comma", () => {
  expect(formatCount(1, "conversation")).toBe("1 conversation");
  expect(formatCount(0, "conversation")).toBe("0 conversations");
  expect(formatCount(10_000, "conversation")).toBe("10,000 conversations");
});
