/** A cell as the file stores it. */
export interface OpenCell {
  attributes: Readonly<Record<string, string>>;
  /** What the cell shows. */
  text: string;
  comment: string;
}

/**
 * Returns the text of a cell as the document shows it, except that numbers are complete and dates are in ISO 8601. A
 * formula without a stored result stands for itself.
 */
export function formatOpenCell({ attributes, text, comment }: OpenCell): {
  text: string;
  isValue: boolean;
  lacksResult: boolean;
} {
  const type = attributes["office:value-type"] ?? attributes["calcext:value-type"] ?? "";
  const formula = attributes["table:formula"] ?? "";
  const lacksResult = formula !== "" && type === "" && text.trim() === "";
  const shown = lacksResult ? formatFormula(formula) : formatValue(type, attributes, text.trim());
  return {
    text: comment.trim() === "" ? shown : `${shown} [comment: ${comment.trim()}]`.trim(),
    // An empty cell with a comment says nothing about its column.
    isValue: lacksResult || shown === "" || (type !== "" && type !== "string"),
    lacksResult,
  };
}

function formatValue(type: string, attributes: OpenCell["attributes"], text: string): string {
  const value = attributes["office:value"] ?? "";
  if (type === "date") return formatDate(attributes["office:date-value"] ?? "", text);
  if (type === "float" && (text === "" || /\dE[+-]?\d/i.test(text)) && Number.isFinite(Number(value)) && value !== "")
    return Number.isInteger(Number(value)) && !/^-?\d+$/.test(value) ? BigInt(Number(value)).toString() : value;
  return text;
}

/**
 * Writes the date in ISO 8601, without the time if the cell does not show it, and without the day if the cell shows a
 * month and a year, as in "Mar 25". A cell that shows something else, as in "Monday" or "Q1", keeps its text.
 */
function formatDate(value: string, text: string): string {
  const match = /^(-?\d{4,})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::(\d\d))?)?/.exec(value);
  if (!match) return text;
  const [, year = "", month = "", day = "", time = "", seconds = ""] = match;
  const dateText = text.replace(/\d+:\d\d.*$/, "").trim();
  if (text !== "" && dateText === "") return text;
  const showsTime = time !== "" && /\d:\d/.test(text);
  const showsSeconds = showsTime && seconds !== "" && /:\d+:/.test(text);
  const shownTime = `${showsTime ? ` ${time}` : ""}${showsSeconds ? `:${seconds}` : ""}`;
  const date = `${year}-${month}-${day}${shownTime}`;
  switch (text === "" ? "day" : findPrecision(dateText, Number(year), Number(month), Number(day))) {
    case "day":
      return date;
    case "month":
      return `${year}-${month}`;
    default:
      return `${text} (${date})`;
  }
}

/** Returns what the text certainly names; null for anything else than a day or a month of a year. */
function findPrecision(text: string, year: number, month: number, day: number): "day" | "month" | null {
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const namesMonth = words.some((word) => isMonthName(word, month));
  const numbers = (text.match(/\d+/g) ?? []).map((number) => (Number(number) === year % 100 ? year : Number(number)));
  const isExactly = (...expected: number[]) =>
    toSortedText(numbers) === toSortedText(expected.map((number) => (number === year % 100 ? year : number)));
  if (isExactly(day, month, year) || (namesMonth && (isExactly(day, year) || isExactly(day)))) return "day";
  if (words.length === 0 && isExactly(day, month)) return "day";
  const hasOnlyNumbers = words.every((word) => /^[年月]$/.test(word));
  return (namesMonth && isExactly(year)) || (hasOnlyNumbers && isExactly(month, year)) ? "month" : null;
}

const toSortedText = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b).join();

const monthLocales = "en de fr es it pt nl pl cs sk sl hr hu ro sv da nb fi et lv lt el bg ru uk tr ar he ja".split(
  " ",
);
const monthNames = new Map<number, readonly string[]>();

/** Also true for the beginning of a name, as in "Mar". */
function isMonthName(word: string, month: number): boolean {
  const names =
    monthNames.get(month) ??
    monthLocales.flatMap((locale) =>
      [{ month: "long" } as const, { month: "long", day: "numeric" } as const].map((options) =>
        new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })
          .format(Date.UTC(2000, month - 1, 1))
          .toLowerCase(),
      ),
    );
  monthNames.set(month, names);
  const start = word.toLowerCase();
  return start.length > 2 && names.some((name) => name.split(/[^\p{L}\p{M}]+/u).some((part) => part.startsWith(start)));
}

/** Converts `of:=SUM([.B2:.B3])` to `=SUM(B2:B3)`. */
function formatFormula(formula: string): string {
  return formula
    .replace(/^\w+:(?==)/, "")
    .replace(/\[([^\]]*)\]/g, (_, reference: string) => reference.replace(/(^|:)\./g, "$1"));
}
