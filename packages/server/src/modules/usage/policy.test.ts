import type { RateLimit } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { findReachedLimit, getLimitWindows, type Spending } from "./policy.ts";

const allLimits: RateLimit[] = [
  { period: "Hourly", rate: 1 },
  { period: "Daily", rate: 5 },
  { period: "Monthly", rate: 20 },
];

describe("windows", () => {
  test("[A3.14] are the calendar hour, day and month in UTC, each with the limit of its period", () => {
    const windows = getLimitWindows(new Date("2026-11-21T14:37:05.123Z"), allLimits);
    expect(windows.map(({ period, limit }) => ({ period, rate: limit }))).toEqual(allLimits);
    expect(windows.map(({ startsAt, resetsAt }) => [startsAt.toISOString(), resetsAt.toISOString()])).toEqual([
      ["2026-11-21T14:00:00.000Z", "2026-11-21T15:00:00.000Z"],
      ["2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
      ["2026-11-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"],
    ]);
  });

  test("end with the year, and include their first moment", () => {
    const [hour, day, month] = getLimitWindows(new Date("2026-12-31T23:59:59.999Z"), allLimits);
    for (const window of [hour, day, month]) expect(window?.resetsAt.toISOString()).toBe("2027-01-01T00:00:00.000Z");
    expect(getLimitWindows(new Date("2027-01-01T00:00:00.000Z"), allLimits)[0]?.startsAt.toISOString()).toBe(
      "2027-01-01T00:00:00.000Z",
    );
  });

  test("[A3.14] do not exist without a period or a rate", () => {
    const unlimited: RateLimit[] = [
      { period: "Unlimited", rate: 5 },
      { period: "Daily", rate: null },
    ];
    expect(getLimitWindows(new Date(), unlimited)).toEqual([]);
  });
});

describe("a reached limit", () => {
  const now = new Date("2026-11-21T14:37:05.500Z");
  const createSpendings = (...money: [spent: number, committed: number][]): Spending[] =>
    getLimitWindows(now, allLimits).flatMap((window, index) => {
      const [spent, committed] = money[index] ?? [0, 0];
      return [{ ...window, spent, committed }];
    });

  test("is found as soon as the limit is spent, and not a cent earlier", () => {
    expect(findReachedLimit(createSpendings([0.999999, 0.999999]), now)).toBeNull();
    expect(findReachedLimit(createSpendings([1, 1]), now)).toEqual({
      info: { period: "Hourly", limit: 1, spent: 1, resetsAt: "2026-11-21T15:00:00.000Z" },
      retryAfterSeconds: 22 * 60 + 55,
    });
  });

  test("is, of several full windows, the one with the longest wait", () => {
    expect(findReachedLimit(createSpendings([1, 1], [5, 5], [6, 6]), now)?.info.period).toBe("Daily");
    expect(findReachedLimit(createSpendings([1, 1], [4, 4], [20.5, 20.5]), now)).toMatchObject({
      info: { period: "Monthly" },
      retryAfterSeconds: Math.ceil((Date.parse("2026-12-01") - now.getTime()) / 1000),
    });
  });

  test("has a short wait if only open calls fill it, and yields to one whose money is spent", () => {
    expect(findReachedLimit(createSpendings([0.2, 1.5]), now)).toMatchObject({
      info: { spent: 0.2 },
      retryAfterSeconds: 10,
    });
    expect(findReachedLimit(createSpendings([1, 1], [1, 6]), now)?.info.period).toBe("Hourly");
    const justBefore = new Date("2026-11-21T14:59:57.001Z");
    expect(findReachedLimit(createSpendings([0.2, 1.5]), justBefore)?.retryAfterSeconds).toBe(3);
  });

  test("is found immediately for a limit of 0", () => {
    const [window] = getLimitWindows(now, [{ period: "Daily", rate: 0 }]);
    expect(window && findReachedLimit([{ ...window, spent: 0, committed: 0 }], now)).toMatchObject({
      info: { period: "Daily", limit: 0 },
    });
  });
});
