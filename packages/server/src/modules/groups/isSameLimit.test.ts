import { expect, test } from "vitest";
import { isSameLimit } from "./isSameLimit.ts";

const monthly = <Rate extends number | string | null>(rate: Rate) => ({ period: "Monthly" as const, rate });

test.each([
  [monthly(5), monthly("5.00"), true],
  [monthly(5), monthly(6), false],
  [monthly(5), { period: "Daily", rate: 5 } as const, false],
  [monthly(0), monthly("0.00"), true],
  [monthly(null), monthly(null), true],
  [monthly(null), monthly(0), false],
  [monthly("0"), monthly(null), false],
  [{ period: "Unlimited", rate: null } as const, { period: "Unlimited", rate: "3" } as const, true],
])("%j and %j: %s", (a, b, isSame) => {
  expect(isSameLimit(a, b)).toBe(isSame);
});
