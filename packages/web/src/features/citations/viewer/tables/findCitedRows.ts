import { findQuote } from "../findQuote.ts";

type Rows = readonly (readonly string[])[];

/** Returns the positions of the rows that contain a part of a quote; those of all rows if the quote is not found. */
export function findCitedRows(rows: Rows, quote: string): ReadonlySet<number> {
  return findRows(rows, quote) ?? new Set(rows.keys());
}

/**
 * Returns the positions of the rows that contain a part of the key sentence of a quote; empty if there is none. `cited`
 * has the rows that contain the quote.
 */
export function findKeyRows(rows: Rows, cited: ReadonlySet<number>, keySentence: string | null): ReadonlySet<number> {
  const keyRows = keySentence === null ? null : findRows(rows, keySentence);
  return new Set([...(keyRows ?? [])].filter((row) => cited.has(row)));
}

function findRows(rows: Rows, quote: string): ReadonlySet<number> | null {
  const lines = rows.map((cells) => cells.join(" "));
  // The sign between the cells of a quote is not in the cells.
  const range = findQuote(lines.join("\n").replaceAll("|", " "), quote.replaceAll("|", " "));
  if (range === null) return null;
  const foundRows = new Set<number>();
  let start = 0;
  for (const [index, { length }] of lines.entries()) {
    if (start < range.to && start + length > range.from) foundRows.add(index);
    start += length + 1;
  }
  return foundRows;
}
