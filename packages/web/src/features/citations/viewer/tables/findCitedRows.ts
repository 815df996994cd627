import { findQuote } from "../findQuote.ts";

/** Returns the positions of the rows that contain a part of a quote; those of all rows if the quote is not found. */
export function findCitedRows(rows: readonly (readonly string[])[], quote: string): ReadonlySet<number> {
  const lines = rows.map((cells) => cells.join(" "));
  const text = lines.join("\n");
  const { from, to } = findQuote(text, quote) ?? { from: 0, to: text.length };
  const citedRows = new Set<number>();
  let start = 0;
  for (const [index, { length }] of lines.entries()) {
    if (start < to && start + length > from) citedRows.add(index);
    start += length + 1;
  }
  return citedRows;
}
