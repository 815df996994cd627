import { describe, expect, test } from "vitest";
import { formatDollars, formatLimitReached, formatResetTime, RateLimit, type RateLimitInfo } from "./usage.ts";

const now = new Date("2026-11-21T14:37:05Z");
const buildInfo = (changes: Partial<RateLimitInfo> = {}): RateLimitInfo => ({
  period: "Hourly",
  limit: 5,
  spent: 5.01,
  resetsAt: "2026-11-21T15:00:00.000Z",
  ...changes,
});

test("[A3.14] a limit has one of four periods, and a rate that is a number or null", () => {
  const isLimit = (period: unknown, rate: unknown) => RateLimit.safeParse({ period, rate }).success;
  for (const period of ["Unlimited", "Monthly", "Daily", "Hourly"]) {
    for (const rate of [null, 0, 2.5]) expect([period, rate, isLimit(period, rate)]).toEqual([period, rate, true]);
    for (const rate of [undefined, "2.5", -1])
      expect([period, rate, isLimit(period, rate)]).toEqual([period, rate, false]);
  }
  for (const period of ["Weekly", "Yearly", "daily", null])
    expect([period, isLimit(period, 1)]).toEqual([period, false]);
});

describe("the text of a spending limit", () => {
  test("names the amount, the window and when it resets", () => {
    expect(formatLimitReached(buildInfo(), now, "UTC")).toBe(
      "You have used your $5.00 for this hour. The limit resets at 15:00 UTC.",
    );
    const monthlyInfo = buildInfo({
      period: "Monthly",
      limit: 1_250.5,
      spent: 1_300,
      resetsAt: "2026-12-01T00:00:00.000Z",
    });
    expect(formatLimitReached(monthlyInfo, now, "UTC")).toBe(
      "You have used your $1,250.50 for this month. The limit resets on December 1 at 00:00 UTC.",
    );
  });

  test("of nothing does not say that it resets", () => {
    expect(formatLimitReached(buildInfo({ limit: 0, spent: 0 }), now, "UTC")).toBe(
      "The spending limit is $0.00: models that cost money can’t be used.",
    );
  });

  test("explains that answers in progress have reserved the rest if the limit is not spent yet", () => {
    expect(formatLimitReached(buildInfo({ spent: 1 }), now, "UTC")).toBe(
      "Answers that are still being written may use up the rest of your $5.00 for this hour. Please try again when " +
        "they are finished.",
    );
  });

  test.each([
    ["account", "Your account ‘Physics’", "your account’s"],
    ["group", "The group ‘Physics’", "the group’s"],
    ["key", "The API key ‘Physics’", "the API key’s"],
  ] as const)("names the %s that it applies to", (scope, subject, owner) => {
    const subjectInfo = { scope, name: "Physics" };
    expect(formatLimitReached(buildInfo(subjectInfo), now, "UTC")).toBe(
      `${subject} has used its $5.00 for this hour. The limit resets at 15:00 UTC.`,
    );
    expect(formatLimitReached(buildInfo({ ...subjectInfo, spent: 1 }), now, "UTC")).toMatch(
      `Answers that are still being written may use up the rest of ${owner} $5.00 for this hour.`,
    );
    expect(formatLimitReached(buildInfo({ ...subjectInfo, limit: 0, spent: 0 }), now, "UTC")).toBe(
      `${subject} has a limit of $0.00: models that cost money can’t be used.`,
    );
  });

  test("gives the time in the reader's time zone, and the date only if it is not today there", () => {
    expect(formatResetTime("2026-11-22T00:00:00.000Z", now, "America/New_York")).toBe("at 19:00");
    expect(formatResetTime("2026-11-22T00:00:00.000Z", now, "Asia/Tokyo")).toBe("on November 22 at 09:00");
    expect(formatResetTime("2026-11-21T15:00:00.000Z", now, "Asia/Kolkata")).toBe("at 20:30");
  });

  test("shows the significant digits of an amount under a cent", () => {
    expect([0, 0.5, 12, 0.00123].map((amount) => formatDollars(amount))).toEqual([
      "$0.00",
      "$0.50",
      "$12.00",
      "$0.0012",
    ]);
    expect(formatDollars(1234.5, "de-DE")).toBe("1.234,50\u00a0$");
  });
});
