import type { RateLimitInfo } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { findUrgentLimit } from "./findUrgentLimit.ts";

const createHourlyLimit = (spent: number): RateLimitInfo => ({
  period: "Hourly",
  limit: 1,
  spent,
  resetsAt: "2026-11-21T15:00:00.000Z",
});
const createMonthlyLimit = (spent: number): RateLimitInfo => ({
  period: "Monthly",
  limit: 10,
  spent,
  resetsAt: "2026-12-01T00:00:00.000Z",
});

describe("the most urgent limit", () => {
  test("is null without limits, or while less than 80 % of each is used", () => {
    expect(findUrgentLimit([])).toBeNull();
    expect(findUrgentLimit([createHourlyLimit(0.79), createMonthlyLimit(7.99)])).toBeNull();
    expect(findUrgentLimit([createHourlyLimit(0.8), createMonthlyLimit(0)])?.period).toBe("Hourly");
  });

  test("is the one with the highest share used", () => {
    expect(findUrgentLimit([createHourlyLimit(0.85), createMonthlyLimit(9.5)])?.period).toBe("Monthly");
    expect(findUrgentLimit([createHourlyLimit(0.98), createMonthlyLimit(9.5)])?.period).toBe("Hourly");
  });

  test("is the reached one that resets last, however much it is exceeded", () => {
    expect(findUrgentLimit([createHourlyLimit(3), createMonthlyLimit(10)])?.period).toBe("Monthly");
    expect(findUrgentLimit([createHourlyLimit(1), createMonthlyLimit(9.99)])?.period).toBe("Hourly");
  });
});
