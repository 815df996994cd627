import { expect, test } from "vitest";
import { fillActivity } from "./fillActivity.ts";

test("days and weeks without conversations are in their places", () => {
  const busy = (day: string) => ({ day, conversations: 2, users: 1 });
  const quiet = (day: string) => ({ day, conversations: 0, users: 0 });
  const days = [busy("2026-03-01"), busy("2026-02-27")];
  expect(fillActivity(days, 1)).toEqual([busy("2026-02-27"), quiet("2026-02-28"), busy("2026-03-01")]);
  const weeks = [busy("2026-03-16"), busy("2026-03-30")];
  expect(fillActivity(weeks, 7)).toEqual([busy("2026-03-16"), quiet("2026-03-23"), busy("2026-03-30")]);
  expect(fillActivity([], 1)).toEqual([]);
});
