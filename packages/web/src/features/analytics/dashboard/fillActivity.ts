import type { DashboardData } from "@lectern/contract";
import { dayMs, toDay } from "../filter/analysisFilter.ts";

type Activity = DashboardData["activity"];

/** Adds the days without conversations between the others, in order. `stepDays`: how far they are apart. */
export function fillActivity(activity: Activity, stepDays: number): Activity {
  const byDay = new Map(activity.map((entry) => [entry.day, entry]));
  const days = [...byDay.keys()].sort((a, b) => a.localeCompare(b));
  const [first, last = first] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const filled: Activity = [];
  for (let time = Date.parse(first); time <= Date.parse(last); time += stepDays * dayMs) {
    const day = toDay(time);
    filled.push(byDay.get(day) ?? { day, conversations: 0, users: 0 });
  }
  return filled;
}
