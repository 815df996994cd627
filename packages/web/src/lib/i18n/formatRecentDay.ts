import { formatDate } from "./formats.ts";

/**
 * Formats a time as briefly as a list needs: today as the time of day, this year as `Nov 26`, before that with the year.
 */
export function formatRecentDay(time: Date, now: Date): string {
  if (time.toDateString() === now.toDateString()) return formatDate(time, { timeStyle: "short" });
  if (time.getFullYear() === now.getFullYear()) return formatDate(time, { month: "short", day: "numeric" });
  return formatDate(time, { dateStyle: "medium" });
}
