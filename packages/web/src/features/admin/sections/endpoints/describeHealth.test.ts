import { expect, test } from "vitest";
import { isFailing } from "./describeHealth.ts";

const [early, late] = ["2026-11-20T09:30:00.000Z", "2026-11-20T09:31:00.000Z"];

test("an address fails while it is avoided, or if its last call failed", () => {
  const health = { lastSuccessAt: null, lastErrorAt: null, lastError: null, avoidedUntil: null };
  expect(isFailing(health)).toBe(false);
  expect(isFailing({ ...health, lastErrorAt: early })).toBe(true);
  expect(isFailing({ ...health, lastErrorAt: early, lastSuccessAt: late })).toBe(false);
  expect(isFailing({ ...health, lastErrorAt: late, lastSuccessAt: early })).toBe(true);
  expect(isFailing({ ...health, lastErrorAt: early, lastSuccessAt: late, avoidedUntil: late })).toBe(true);
});
