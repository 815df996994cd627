import type { Location } from "@lectern/contract";
import type { ItemCollector } from "../child/itemCollector.ts";

/** Maximum length of an item, in characters: about a page. Only a single longer row exceeds it. */
const maxItemLength = 3_000;
const maxColumns = 200;

/**
 * Adds a table as Markdown with its first row as the header. A long table becomes several items that each repeat the
 * header, so that each can be understood without the others. A table with one column is only a frame around text and is
 * added as paragraphs. Columns after `maxColumns` are dropped.
 */
export function addTable(
  rows: readonly (readonly string[])[],
  getLocation: () => Location,
  items: ItemCollector,
): void {
  const nonBlankRows = rows.filter((row) => row.some((cell) => cell.trim() !== ""));
  const columnCount = Math.min(maxColumns, Math.max(0, ...nonBlankRows.map((row) => row.length)));
  if (columnCount <= 1) {
    for (const row of nonBlankRows) items.add(row[0] ?? "", getLocation());
    return;
  }
  const [header = [], ...body] = nonBlankRows.map((row) => formatRow(row, columnCount));
  const tableHead = `${header}\n|${" --- |".repeat(columnCount)}`;
  if (body.length === 0) {
    items.add(String(header), getLocation(), "table", false);
    return;
  }
  let item = tableHead;
  for (const row of body) {
    if (item.length + row.length > maxItemLength && item !== tableHead) {
      items.add(item, getLocation(), "table", false);
      item = tableHead;
    }
    item += `\n${row}`;
  }
  items.add(item, getLocation(), "table", false);
}

function formatRow(row: readonly string[], width: number): string {
  const cells = Array.from({ length: width }, (_, index) => (row[index] ?? "").trim().replace(/\s*\n\s*|\s+/g, " "));
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
