import { expect, test } from "vitest";
import { isLimitWithin } from "./accounts.ts";

const periods = ["Unlimited", "Monthly", "Daily", "Hourly"] as const;
type Limit = [period: (typeof periods)[number], rate: string];

test.each<[Limit, Limit, boolean]>([
  [["Monthly", "100"], ["Monthly", "100.00"], true],
  [["Monthly", "100.01"], ["Monthly", "100"], false],
  [["Unlimited", "0"], ["Monthly", "100"], false],
  [["Monthly", "100"], ["Unlimited", "0"], true],
  [["Unlimited", "0"], ["Unlimited", "0"], true],
  // A longer window allows its whole amount at once.
  [["Monthly", "5"], ["Daily", "5"], true],
  [["Monthly", "5.01"], ["Daily", "5"], false],
  // Shorter windows add up: 31 days, 24 hours.
  [["Daily", "1"], ["Monthly", "31"], true],
  [["Daily", "1"], ["Monthly", "30.99"], false],
  [["Hourly", "0.10"], ["Daily", "2.40"], true],
  [["Hourly", "0.10"], ["Daily", "2.39"], false],
  [["Hourly", "0.10"], ["Monthly", "74.40"], true],
  [["Hourly", "0.10"], ["Monthly", "74.39"], false],
])("a limit %j within %j: %j", ([period, rate], [maxPeriod, maxRate], isWithin) => {
  expect(isLimitWithin({ period, rate }, { period: maxPeriod, rate: maxRate })).toBe(isWithin);
});
