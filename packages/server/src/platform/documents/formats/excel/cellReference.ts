import type { MergedArea } from "../tables/tableGrid.ts";

/** Returns the column of a cell reference, counted from 0: 1 for `B7`. Returns `fallback` for an invalid reference. */
export function parseColumn(reference: string, fallback: number): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d/.exec(reference)?.[1];
  if (letters === undefined) return fallback;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Returns the area of a reference such as `A2:B4`, with rows from 1 and columns from 0. Null if it is invalid. */
export function parseArea(reference: string): MergedArea | null {
  const match = /^(\$?[A-Z]{1,3}\$?(\d{1,7})):(\$?[A-Z]{1,3}\$?(\d{1,7}))$/.exec(reference);
  if (!match) return null;
  const [, first = "", top, last = "", bottom] = match;
  const area = { top: Number(top), left: parseColumn(first, -1), bottom: Number(bottom), right: parseColumn(last, -1) };
  return area.left >= 0 && area.right >= area.left && area.bottom >= area.top ? area : null;
}
