const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const dayAndTimeFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Formats a time (ISO 8601) as a day, in English in every browser, such as `Nov 21, 2026`; "" if it is invalid. */
export const formatDay = (time: string): string => format(dayFormat, time);

/** Formats a time (ISO 8601) as a day with the time of day, such as `Nov 21, 2026, 9:41 AM`. */
export const formatDayAndTime = (time: string): string => format(dayAndTimeFormat, time);

function format(dateTimeFormat: Intl.DateTimeFormat, time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : dateTimeFormat.format(date);
}
