import { expect, test } from "vitest";
import { initialFilter, isReversed, toScope } from "./analysisFilter.ts";

const now = Date.parse("2026-11-29T23:30:00Z");

test("a period of days includes today, and an empty bound is none", () => {
  expect(toScope("g", { ...initialFilter, period: "7" }, now)).toEqual({ groupId: "g", startDate: "2026-11-23" });
  expect(toScope("g", { ...initialFilter, period: "all", assistantId: "astgp/1" }, now)).toEqual({
    groupId: "g",
    assistantId: "astgp/1",
  });
  const custom = { ...initialFilter, period: "custom", startDate: "2026-11-02", endDate: "" } as const;
  expect(toScope("g", custom, now)).toEqual({ groupId: "g", startDate: "2026-11-02" });
  expect(isReversed({ ...custom, endDate: "2026-11-01" })).toBe(true);
  expect(isReversed({ ...custom, endDate: "2026-11-02" })).toBe(false);
  expect(isReversed({ ...custom, period: "30", endDate: "2026-11-01" })).toBe(false);
});
