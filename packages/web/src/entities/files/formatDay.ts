import { formatDate } from "../../lib/i18n/formats.ts";

/** Formats a time (ISO 8601) as a day in the language of the app, such as `Nov 21, 2026`; "" if it is invalid. */
export const formatDay = (time: string): string => format(time, { dateStyle: "medium" });

/** Formats a time (ISO 8601) as a day with the time of day, such as `Nov 21, 2026, 9:41 AM`. */
export const formatDayAndTime = (time: string): string => format(time, { dateStyle: "medium", timeStyle: "short" });

function format(time: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : formatDate(date, options);
}
