import { dateFromSerial, format, getFormatFromId, isDateFormat } from "numfmt";

/** Days between the epochs of Excel's 1900 and 1904 calendars. */
const daysBetweenEpochs = 1_462;

/** ISO 8601 patterns for the ids of formats that Excel shows in the reader's locale. */
const isoDate = "yyyy-mm-dd";
const isoPatterns: Readonly<Record<number, string>> = {
  14: isoDate,
  22: `${isoDate} hh:mm`,
  // Dates and times of East Asian versions of Excel, which numfmt does not know.
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, isoDate])),
  ...Object.fromEntries([32, 34, 55].map((id) => [id, "hh:mm"])),
  ...Object.fromEntries([33, 35, 56].map((id) => [id, "hh:mm:ss"])),
};

export function getBuiltInFormat(id: number): string {
  return isoPatterns[id] ?? getFormatFromId(id) ?? "General";
}

/**
 * Formats a number as Excel shows it, with two exceptions. Digits are never dropped to save space: numbers without a
 * format, and whole numbers in scientific notation, are written in full. A date is written in ISO 8601, with the time and
 * without the day if the pattern shows it so. Returns an empty text if the pattern hides the number.
 */
export function formatNumber(value: string, pattern: string, uses1904Dates: boolean): string {
  const number = Number(value);
  if (value === "" || !Number.isFinite(number)) return value;
  try {
    if (isDateFormat(pattern)) return formatDate(pattern, number, uses1904Dates);
    const isUnformatted = /^(?:general|@|)$/i.test(pattern);
    const isScientific = /0E[+-]/i.test(pattern);
    if (isUnformatted || (isScientific && Number.isInteger(number))) return formatInFull(value, number);
    return restoreSign(format(insertDigits(removeLocales(pattern), value, number), number).trim(), number);
  } catch {
    // The pattern is invalid.
    return formatInFull(value, number);
  }
}

/** Excel calculates with 15 digits. Other programs store whole numbers with more, which are kept. */
function formatInFull(value: string, number: number): string {
  if (/^-?\d+$/.test(value)) return value;
  if (Number.isInteger(number)) return BigInt(number).toString();
  return String(Number(number.toPrecision(15)));
}

/** All numbers have the same separators, so the locale of a currency (`[$€-407]`) must not change them. */
const removeLocales = (pattern: string) =>
  pattern.replace(/\[\$([^\]-]*)(?:-[^\]]*)?\]/g, (_, currency: string) => (currency === "" ? "" : `"${currency}"`));

/** Writes the digits into the pattern where numfmt would round: for `General`, and for more than 15 digits. */
function insertDigits(pattern: string, value: string, number: number): string {
  const digits = formatInFull(value, number).replace(/^-/, "");
  const isLong = /^-?\d{16,}$/.test(value);
  return pattern.replace(literalOrDigits, (part, decimals = "") => {
    if (/^General$/i.test(part)) return `"${digits}"`;
    return isLong && /^[#0?]/.test(part) && !part.endsWith(",") ? `"${digits}${decimals.replace(/[#?]/g, "")}"` : part;
  });
}

/** A literal text, `General`, or a complete number that is no percentage, fraction or power. */
const literalOrDigits = /"[^"]*"|[\\_*].|\[[^\]]*\]|General|(?<![#0?,./])[#0?][#0?,]*(\.[#0?]*)?(?![.%/Ee#0?,])/gi;

/** A pattern can show by a colour alone that a number is negative. */
function restoreSign(text: string, number: number): string {
  return number < 0 && /[1-9]/.test(text) && !/[-−(]/.test(text) ? `-${text}` : text;
}

/**
 * Formats a serial date with the parts that the pattern shows. A day without a year gets its year, because the order of
 * day and month would be unclear. Durations, and names of months and days alone, are written as Excel shows them.
 */
function formatDate(pattern: string, number: number, uses1904Dates: boolean): string {
  const [section = ""] = removeLiterals(pattern).split(";");
  const showsTime = /[hs]/i.test(section);
  // An `m` beside hours or seconds means minutes.
  const dateSection = section.replace(/h+[^a-z]*m{1,2}|m{1,2}[^a-z]*s+/gi, "");
  const showsMonth = /m/i.test(dateSection);
  const showsDay = /d/i.test(dateSection);
  const showsYear = /[ye]/i.test(dateSection);
  const isDuration = /\[(?:h+|m+|s+)\]/i.test(pattern);
  // Durations and times of day do not count from an epoch.
  if (isDuration || !(showsMonth || showsDay || showsYear)) {
    const duration = format(pattern, Math.abs(number)).trim();
    return number < 0 && /[1-9]/.test(duration) ? `-${duration}` : duration;
  }
  const serial = uses1904Dates ? number + daysBetweenEpochs : number;
  if (!showsYear && !(showsDay && showsMonth)) return format(pattern, serial).trim();
  const [year, month, day, hours, minutes, seconds] = dateFromSerial(serial);
  const date = [
    String(year).padStart(4, "0"),
    ...(showsMonth ? [toTwoDigits(month)] : []),
    ...(showsDay ? [toTwoDigits(day)] : []),
  ].join("-");
  if (!showsTime) return date;
  return `${date} ${toTwoDigits(hours)}:${toTwoDigits(minutes)}${/s/i.test(section) ? `:${toTwoDigits(seconds)}` : ""}`;
}

/** Removes quoted and escaped texts, and conditions, colours and locales in brackets. */
const removeLiterals = (pattern: string) =>
  pattern.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|AM\/PM|A\/P|上午\/下午/gi, " ");
const toTwoDigits = (number: number) => String(number).padStart(2, "0");
