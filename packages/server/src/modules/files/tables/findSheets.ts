import type { ContentItem, Sheet } from "@lectern/contract";

/** Returns the sheets of a document; empty if anything in it is not a row of a table. */
export function findSheets(items: readonly ContentItem[]): Sheet[] {
  const sheets: Sheet[] = [];
  let current: Sheet | undefined;
  for (const [index, { kind, location }] of items.entries()) {
    if (kind !== "table" || typeof location.row !== "number") return [];
    const name = location.sheet === undefined ? null : String(location.sheet);
    if (current?.name === name) current.count++;
    else {
      current = { name, from: index, count: 1 };
      sheets.push(current);
    }
  }
  return sheets;
}
