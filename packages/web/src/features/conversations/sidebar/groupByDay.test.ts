import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupByDay } from "./groupByDay.ts";

/** Returns midday in the local time zone, `days` days before the day of `now`. */
const now = new Date(2026, 10, 21, 15, 30);
const daysAgo = (days: number, hour = 12) => ({
  updatedAt: new Date(2026, 10, 21 - days, hour).toISOString(),
});
const labelsOf = (items: { updatedAt: string }[]) => groupByDay(items, now).map(({ label }) => label);

describe("conversations by day", () => {
  test("are grouped by today, yesterday, a week, a month, and then calendar months", () => {
    const items = [daysAgo(0), daysAgo(1), daysAgo(2), daysAgo(7), daysAgo(8), daysAgo(30), daysAgo(31), daysAgo(400)];
    expect(groupByDay(items, now).map(({ label, items: inGroup }) => [label, inGroup.length])).toEqual([
      ["Today", 1],
      ["Yesterday", 1],
      ["Previous 7 days", 2],
      ["Previous 30 days", 2],
      ["October 2026", 1],
      ["October 2025", 1],
    ]);
  });

  test("change at midnight", () => {
    expect(labelsOf([daysAgo(0, 0)])).toEqual(["Today"]);
    const lastMinute = { updatedAt: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString() };
    expect(labelsOf([lastMinute])).toEqual(["Yesterday"]);
  });

  test("count a date in the future, from another clock, as today", () => {
    expect(labelsOf([daysAgo(-3)])).toEqual(["Today"]);
  });

  test("keep every item in order, and no label occurs twice", () => {
    const dates = fc.array(fc.date({ min: new Date(2015, 0, 1), max: now, noInvalidDate: true }));
    fc.assert(
      fc.property(dates, (times) => {
        const items = times
          .toSorted((a, b) => b.getTime() - a.getTime())
          .map((time) => ({ updatedAt: time.toISOString() }));
        const groups = groupByDay(items, now);
        expect(groups.flatMap((group) => group.items)).toEqual(items);
        expect(new Set(groups.map(({ label }) => label)).size).toBe(groups.length);
      }),
    );
  });
});
