import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupByPeriod } from "./groupByPeriod.ts";

/** Returns midday in the local time zone, `days` days before the day of `now`. */
const now = new Date(2026, 10, 21, 15, 30);
const createItemDaysAgo = (days: number, hour = 12) => ({
  updatedAt: new Date(2026, 10, 21 - days, hour).toISOString(),
});
const labelsOf = (items: { updatedAt: string }[]) => groupByPeriod(items, now).map(({ label }) => label);

describe("conversations by day", () => {
  test("are grouped by today, yesterday, a week, a month, and then calendar months", () => {
    const items = [
      createItemDaysAgo(0),
      createItemDaysAgo(1),
      createItemDaysAgo(2),
      createItemDaysAgo(7),
      createItemDaysAgo(8),
      createItemDaysAgo(30),
      createItemDaysAgo(31),
      createItemDaysAgo(400),
    ];
    expect(groupByPeriod(items, now).map(({ label, items: inGroup }) => [label, inGroup.length])).toEqual([
      ["Today", 1],
      ["Yesterday", 1],
      ["Previous 7 days", 2],
      ["Previous 30 days", 2],
      ["October 2026", 1],
      ["October 2025", 1],
    ]);
  });

  test("change at midnight", () => {
    expect(labelsOf([createItemDaysAgo(0, 0)])).toEqual(["Today"]);
    const lastMinute = { updatedAt: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString() };
    expect(labelsOf([lastMinute])).toEqual(["Yesterday"]);
  });

  test("count a date in the future, from another clock, as today", () => {
    expect(labelsOf([createItemDaysAgo(-3)])).toEqual(["Today"]);
  });

  test("keep every item in order, and no label occurs twice", () => {
    const dates = fc.array(fc.date({ min: new Date(2015, 0, 1), max: now, noInvalidDate: true }));
    fc.assert(
      fc.property(dates, (times) => {
        const items = times
          .toSorted((a, b) => b.getTime() - a.getTime())
          .map((time) => ({ updatedAt: time.toISOString() }));
        const groups = groupByPeriod(items, now);
        expect(groups.flatMap((group) => group.items)).toEqual(items);
        expect(new Set(groups.map(({ label }) => label)).size).toBe(groups.length);
      }),
    );
  });
});
