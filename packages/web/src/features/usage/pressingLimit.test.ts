import type { RateLimitInfo } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { pressingLimit } from "./pressingLimit.ts";

const hour = (spent: number): RateLimitInfo => ({
  period: "Hourly",
  limit: 1,
  spent,
  resetsAt: "2026-11-21T15:00:00.000Z",
});
const month = (spent: number): RateLimitInfo => ({
  period: "Monthly",
  limit: 10,
  spent,
  resetsAt: "2026-12-01T00:00:00.000Z",
});

describe("the limit that is shown", () => {
  test("is none without limits, or while less than 80 % of each are used up", () => {
    expect(pressingLimit([])).toBeNull();
    expect(pressingLimit([hour(0.79), month(7.99)])).toBeNull();
    expect(pressingLimit([hour(0.8), month(0)])?.period).toBe("Hourly");
  });

  test("is the one most used up", () => {
    expect(pressingLimit([hour(0.85), month(9.5)])?.period).toBe("Monthly");
    expect(pressingLimit([hour(0.98), month(9.5)])?.period).toBe("Hourly");
  });

  test("of those that are reached is the one that lasts longest, however much was overdrawn", () => {
    expect(pressingLimit([hour(3), month(10)])?.period).toBe("Monthly");
    expect(pressingLimit([hour(1), month(9.99)])?.period).toBe("Hourly");
  });
});
