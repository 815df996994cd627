import { expect, test } from "vitest";
import { fillDays } from "./fillDays.ts";

test("days and weeks without entries are in their places", () => {
  const busy = (day: string) => ({ day, count: 2 });
  const quiet = (day: string) => ({ day, count: 0 });
  const days = [busy("2026-03-01"), busy("2026-02-27")];
  expect(fillDays(days, 1, quiet)).toEqual([busy("2026-02-27"), quiet("2026-02-28"), busy("2026-03-01")]);
  const weeks = [busy("2026-03-16"), busy("2026-03-30")];
  expect(fillDays(weeks, 7, quiet)).toEqual([busy("2026-03-16"), quiet("2026-03-23"), busy("2026-03-30")]);
  expect(fillDays([], 1, quiet)).toEqual([]);
});
