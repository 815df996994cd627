import { expect, test } from "vitest";
import { formatRecentDay } from "./formatRecentDay.ts";

test.each([
  [new Date(2026, 10, 27, 9, 41), /^9:41\sAM$/],
  [new Date(2026, 10, 26, 23, 59), /^Nov 26$/],
  [new Date(2026, 0, 1), /^Jan 1$/],
  [new Date(2025, 10, 27, 9, 41), /^Nov 27, 2025$/],
])("a day in a list is as short as it can be: %s", (time, expected) => {
  expect(formatRecentDay(time, new Date(2026, 10, 27, 18, 0))).toMatch(expected);
});
