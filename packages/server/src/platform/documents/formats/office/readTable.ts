import type { OfficeContentNode } from "officeparser";
import type { Table, TableCell } from "../tables/tableGrid.ts";
import { coveredByLeftCell, coveredByUpperCell } from "./editSlideXml.ts";

/**
 * Reads a table of officeparser's tree. `getText` returns the text of a node. Each merged cell stands only once, with
 * the rows and columns that it spans.
 */
export function readTable(
  table: OfficeContentNode,
  getText: (node: OfficeContentNode) => string,
): Table & { rows: TableCell[][] } {
  const rowNodes = (table.children ?? []).filter((row) => row.type === "row");
  const rows = rowNodes.map((row) => (row.children ?? []).map((cell) => readCell(cell, getText)));
  const headerRows = rowNodes.findIndex((row) => !(row.children ?? []).some(isHeaderCell));
  return { rows: resolveCoveredCells(rows), ...(headerRows > 0 && { headerRows }) };
}

const isHeaderCell = (cell: OfficeContentNode) => cell.type === "cell" && cell.metadata?.style === "header";

function readCell(cell: OfficeContentNode, getText: (node: OfficeContentNode) => string): TableCell {
  const { rowSpan = 1, colSpan = 1 } = cell.type === "cell" ? (cell.metadata ?? {}) : {};
  const parts = (cell.children ?? []).map((child) =>
    child.type === "table" ? formatNestedTable(child, getText) : getText(child),
  );
  const text = parts.length > 0 ? parts.filter((part) => part.trim() !== "").join("\n") : (cell.text ?? "");
  return { text, ...(rowSpan > 1 && { rowSpan }), ...(colSpan > 1 && { columnSpan: colSpan }) };
}

/** A table in a cell becomes lines of text, because Markdown has no tables in cells. */
function formatNestedTable(table: OfficeContentNode, getText: (node: OfficeContentNode) => string): string {
  const { rows } = readTable(table, getText);
  return rows.map((row) => row.map(({ text }) => text.trim()).join(", ")).join("; ");
}

/** Replaces the marks of `editSlideXml` with spans of the cells that cover the marked ones. */
function resolveCoveredCells(rows: TableCell[][]): TableCell[][] {
  const isMarked = (cell: TableCell | undefined, mark: string) => cell?.text.startsWith(mark) === true;
  if (!rows.some((row) => row.some((cell) => isMarked(cell, coveredByLeftCell) || isMarked(cell, coveredByUpperCell))))
    return rows;
  return rows.map((row, rowIndex) =>
    row.flatMap((cell, column): TableCell[] => {
      if (isMarked(cell, coveredByLeftCell) || isMarked(cell, coveredByUpperCell)) return [];
      let columnSpan = 1;
      while (isMarked(row[column + columnSpan], coveredByLeftCell)) columnSpan++;
      let rowSpan = 1;
      while (isMarked(rows[rowIndex + rowSpan]?.[column], coveredByUpperCell)) rowSpan++;
      return [{ text: cell.text, ...(rowSpan > 1 && { rowSpan }), ...(columnSpan > 1 && { columnSpan }) }];
    }),
  );
}
