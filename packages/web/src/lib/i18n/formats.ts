import { getFormatLocale, getLocale } from "./i18n.ts";

/** Formats with their locale. They are created once, because that takes a millisecond. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Formats a number in the language in use, such as `1,234.5`. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const locale = getFormatLocale();
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return format.format(value);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();
/** A format has the time zone in which it was created, but people travel while the page is open. */
const zone = { name: "", checkedAt: Number.NEGATIVE_INFINITY };
const zoneCheckIntervalMs = 1_000;

/** Finding out the time zone takes as long as creating a format, so it is not done for each date of a list. */
function getTimeZone(): string {
  const now = Date.now();
  if (Math.abs(now - zone.checkedAt) >= zoneCheckIntervalMs) {
    zone.name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    zone.checkedAt = now;
  }
  return zone.name;
}

/** Formats a time in the language in use and the time zone of the browser. */
export function formatDate(time: Date, options: Intl.DateTimeFormatOptions): string {
  const locale = getFormatLocale();
  const key = `${locale} ${getTimeZone()} ${JSON.stringify(options)}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, format);
  return format.format(time);
}

const listFormats = new Map<string, Intl.ListFormat>();

/** Joins the parts of an enumeration, such as `A, B and C`. */
export function formatList(parts: readonly string[], type: Intl.ListFormatType = "conjunction"): string {
  // British English has no comma before "and", like the texts of the interface.
  const locale = getLocale() === "en" ? "en-GB" : getFormatLocale();
  const key = `${locale} ${type}`;
  const format = listFormats.get(key) ?? new Intl.ListFormat(locale, { type });
  listFormats.set(key, format);
  return format.format(parts);
}
