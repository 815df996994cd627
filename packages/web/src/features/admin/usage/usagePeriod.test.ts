import { expect, test } from "vitest";
import { getDaysOf, getPeriodDays } from "./usagePeriod.ts";

test("periods are of whole days in UTC and end today, except the last month", () => {
  const now = Date.parse("2026-01-31T23:30:00Z");
  expect(getPeriodDays("30", now)).toEqual({ from: "2026-01-02" });
  expect(getPeriodDays("thisMonth", now)).toEqual({ from: "2026-01-01" });
  expect(getPeriodDays("lastMonth", now)).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(getPeriodDays("year", now)).toEqual({ from: "2025-02-01" });
  expect(getPeriodDays("all", now)).toEqual({});
});

test("a row of a day or of a month is a period", () => {
  expect(getDaysOf("2026-11-03")).toEqual({ from: "2026-11-03", to: "2026-11-03" });
  expect(getDaysOf("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(getDaysOf("2026-12")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
});
