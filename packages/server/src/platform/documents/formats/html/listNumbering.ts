import { formatNumber } from "../office/formatNumber.ts";

export interface ListNumbering {
  /** Returns the mark of the next item, as a browser shows it. */
  next(attributes: Record<string, string>): string;
}

const formats: Readonly<Record<string, string>> = {
  a: "lowerAlphabetic",
  A: "upperAlphabetic",
  i: "lowerRoman",
  I: "upperRoman",
};
/** Browsers accept larger numbers, which no document needs. */
const maxNumber = 1_000_000;

/**
 * Numbers the items of a list by the attributes `start`, `type` and `reversed` of the list and `value` of the items.
 * `itemCount`: where a list that counts down starts, unless it says otherwise.
 */
export function createListNumbering(
  name: string,
  { start = "", type = "1", reversed }: Record<string, string>,
  itemCount = 1,
): ListNumbering {
  if (name !== "ol") return { next: () => "-" };
  const step = reversed === undefined ? 1 : -1;
  let number = (parseNumber(start) ?? (step > 0 ? 1 : itemCount)) - step;
  return {
    next({ value = "" }) {
      number = parseNumber(value) ?? number + step;
      return `${formatMark(number, type)}.`;
    },
  };
}

function formatMark(number: number, type: string): string {
  if (number < 1 || number > 3_999) return String(number);
  return formatNumber(number, formats[type] ?? "decimal") ?? String(number);
}

function parseNumber(text: string): number | null {
  const number = /^\s*[-+]?\d/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  return Math.abs(number) <= maxNumber ? number : null;
}
