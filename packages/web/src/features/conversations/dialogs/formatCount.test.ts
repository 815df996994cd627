import { expect, test } from "vitest";
import { formatCount } from "./formatCount.ts";

test("a count of one is singular, and thousands have a comma", () => {
  expect(formatCount(1, "conversation")).toBe("1 conversation");
  expect(formatCount(0, "conversation")).toBe("0 conversations");
  expect(formatCount(10_000, "conversation")).toBe("10,000 conversations");
});
