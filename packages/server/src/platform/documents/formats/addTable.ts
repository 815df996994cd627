import type { Location } from "@lectern/contract";
import type { ItemCollector } from "../child/itemCollector.ts";
import { findHeader, maxHeaderCandidates } from "./tables/findHeader.ts";
import { findSpanningText, type GridRow, isRepeatedInRow, placeCells, type Table } from "./tables/tableGrid.ts";

/** Maximum length of an item, in characters: about a page. Only a single longer row exceeds it. */
const maxItemLength = 3_000;
const maxColumns = 200;

/**
 * Adds a table as Markdown. A merged value stands in all its rows and columns. The head is the names of the columns; it
 * is empty if the table has no header, or if it is not certain which row that is. Titles above the header become
 * paragraphs. A long table becomes several items that each repeat the head, so that each can be understood without the
 * others. A table with one column is only a frame around text and is added as paragraphs. Columns after `maxColumns` are
 * dropped, with a note.
 */
export function addTable(table: Table, getLocation: () => Location, items: ItemCollector): void {
  const countColumns = (row: Table["rows"][number]) => row.reduce((sum, { columnSpan = 1 }) => sum + columnSpan, 0);
  if (table.rows.some((row) => countColumns(row) > maxColumns)) items.note("columnsLeftOut");
  const rows = [...placeCells(table.rows, maxColumns)].filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const columnCount = Math.max(0, ...rows.map(({ cells }) => cells.length));
  if (columnCount <= 1) {
    for (const { cells } of rows) items.add(cells[0] ?? "", getLocation());
    return;
  }
  const header = table.isAcross
    ? null
    : findHeader(rows.slice(0, maxHeaderCandidates * 2), {
        markedRows: table.headerRows ? { first: 0, last: table.headerRows - 1 } : null,
        evidence: "convention",
      });
  const firstTableRow = header ? header.from : rows.findIndex((row) => findSpanningText(row) === null);
  const titleCount = firstTableRow < 0 ? rows.length : firstTableRow;
  for (const row of rows.slice(0, titleCount))
    items.add(row.cells.filter((_, column) => !isRepeatedInRow(row, column)).join(" "), getLocation());
  const body = rows.slice(header ? header.to + 1 : titleCount);
  const head = formatRow(
    (header?.names ?? []).map((name) => name ?? ""),
    columnCount,
  );
  if (body.length === 0 || (body.length === 1 && !header)) {
    const [row] = body;
    if (row || header)
      items.add(row ? formatRow(listDistinctCells(row), columnCount) : head, getLocation(), "table", false);
    return;
  }
  const tableHead = `${head}\n|${" --- |".repeat(columnCount)}`;
  let item = tableHead;
  for (const bodyRow of body) {
    const row = formatRow(listDistinctCells(bodyRow), columnCount);
    if (item.length + row.length > maxItemLength && item !== tableHead) {
      items.add(item, getLocation(), "table", false);
      item = tableHead;
    }
    item += `\n${row}`;
  }
  items.add(item, getLocation(), "table", false);
}

/** Returns the cells of a row. The text of a merged cell that is the whole row is not repeated. */
function listDistinctCells(row: GridRow): readonly string[] {
  const spanningText = findSpanningText(row);
  return spanningText === null ? row.cells : [spanningText];
}

function formatRow(row: readonly string[], width: number): string {
  const cells = Array.from({ length: width }, (_, index) => (row[index] ?? "").trim().replace(/\s*\n\s*|\s+/g, " "));
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
