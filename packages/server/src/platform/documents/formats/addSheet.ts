import type { ItemCollector } from "../child/itemCollector.ts";
import {
  findHeader,
  findUsedColumns,
  type Header,
  isValueColumn,
  maxHeaderCandidates,
  toOneLine,
} from "./tables/findHeader.ts";
import { findSpanningText, type GridRow } from "./tables/tableGrid.ts";

/** A row of a sheet. Its number is what a spreadsheet program shows, from 1. */
export type SheetRow = GridRow;

interface SheetOptions {
  /** The number of the row that the file marks as header; null: it marks none. */
  markedRow?: number | null;
  /** The number of rows at the top that do not scroll, which usually include the header; null: none. */
  frozenRows?: number | null;
}

export interface SheetAdder {
  /** Marks a row as part of the header, before it is added. */
  markRow(row: number): void;
  add(row: SheetRow): void;
  end(): void;
}

/**
 * Adds each row of a sheet as `Header: value` pairs, so that it can be understood without the other rows. If it is not
 * certain which row is the header, the values are added without names. The caller must call `end` after the last row.
 * `sheet`: null for CSV.
 */
export function createSheetAdder(
  sheet: string | null,
  items: ItemCollector,
  { markedRow = null, frozenRows = null }: SheetOptions = {},
): SheetAdder {
  /** The first rows of a block of rows, until it is known which of them is its header; null: it is known. */
  let firstRows: SheetRow[] | null = [];
  let header: Header | null = null;
  /** The first rows of the current table, below its header; null: no table has begun. */
  let tableStart: readonly SheetRow[] | null = null;
  /** The names for the rest of the current block; null: they are not certain. */
  let blockNames: Header["names"] | null = null;
  let firstColumn = 0;
  let lastRow: number | null = null;
  let markedRows = markedRow === null ? null : { first: markedRow, last: markedRow };

  const addRow = (row: SheetRow, names: Header["names"] | null) => {
    const location = sheet === null ? { row: row.row } : { sheet, row: row.row };
    const spanningText = findSpanningText(row);
    if (spanningText !== null) {
      const column = row.cells.findIndex((cell) => cell.trim() !== "");
      return items.addRow(toOneLine(spanningText), location, [column]);
    }
    const content = names === null ? joinCells(row.cells, firstColumn) : formatPairs(names, row.cells);
    items.addRow(content, location, listColumns(row.cells));
  };
  const addHeaderRow = (row: SheetRow, names: Header["names"]) => {
    const location = sheet === null ? { row: row.row } : { sheet, row: row.row };
    const columns = listColumns(row.cells);
    items.addRow(columns.map((column) => toOneLine(row.cells[column] ?? "")).join(" | "), location, columns, names);
  };
  const findBlockHeader = (rows: readonly SheetRow[]) =>
    tableStart
      ? findHeader(rows, { evidence: "values" })
      : findHeader(rows, { markedRows, ...(frozenRows && { maxRow: frozenRows, evidence: "convention" }) });
  const endBlockStart = () => {
    const rows = firstRows ?? [];
    firstRows = null;
    const found = findBlockHeader(rows);
    if (tableStart === null) firstColumn = Math.min(...rows.flatMap(({ cells }) => listColumns(cells)));
    const isText = findUsedColumns(rows).length < 2;
    // Without its own header, a later block continues the table above it, or is another table without names. Lines of
    // text, such as sources, have no names and do not end the table.
    const isContinued = tableStart !== null && !isText && continuesTable(rows, tableStart, header);
    if (found || (!isContinued && !(isText && tableStart))) {
      header = found;
      tableStart = found ? rows.slice(found.to + 1) : rows;
    }
    blockNames = found || isContinued ? (header?.names ?? null) : null;
    if (blockNames === null && !isText && rows.length > 1)
      items.note("columnNamesUnsure", { count: 1, ...(sheet !== null && { detail: sheet }) });
    for (const [index, row] of rows.entries()) {
      if (found && index >= found.from && index <= found.to) addHeaderRow(row, index === found.to ? found.names : []);
      else addRow(row, found && index < found.from ? null : blockNames);
    }
  };
  return {
    markRow(row) {
      markedRows = { first: markedRows?.first ?? row, last: row };
    },
    add(row) {
      if (row.cells.every((cell) => cell.trim() === "")) return;
      const isAfterGap = lastRow !== null && row.row > lastRow + 1;
      lastRow = row.row;
      // Titles stand apart from the header, and other tables from one that already has its header.
      if (firstRows && isAfterGap && (tableStart || findBlockHeader(firstRows))) endBlockStart();
      if (firstRows === null && isAfterGap) firstRows = [];
      if (firstRows === null) return addRow(row, blockNames);
      firstRows.push(row);
      if (firstRows.length > maxHeaderCandidates) endBlockStart();
    },
    end() {
      if (firstRows !== null && firstRows.length > 0) endBlockStart();
    },
  };
}

/**
 * Returns true if the rows have values in the same columns as the rows of the table, and of the same kinds. Texts alone
 * could be another table, so numbers or dates must confirm it.
 */
function continuesTable(rows: readonly SheetRow[], tableStart: readonly SheetRow[], header: Header | null): boolean {
  const columns = findUsedColumns(rows);
  return (
    columns.some((column) => isValueColumn(tableStart, column) && isValueColumn(rows, column)) &&
    columns.every(
      (column) =>
        (header === null || header.names[column] != null || findUsedColumns(tableStart).includes(column)) &&
        (!isValueColumn(tableStart, column) || isValueColumn(rows, column)),
    )
  );
}

function formatPairs(names: Header["names"], cells: readonly string[]): string {
  return cells
    .flatMap((cell, column) => {
      const value = toOneLine(cell);
      const name = names[column] ?? null;
      return value === "" ? [] : [name === null ? value : `${name}: ${value}`];
    })
    .join("; ");
}

/** Joins the cells from the first column that the table uses to the last value. Empty cells keep their places. */
function joinCells(cells: readonly string[], firstColumn: number): string {
  const lastColumn = listColumns(cells).at(-1) ?? 0;
  const from = Math.min(firstColumn, ...listColumns(cells));
  return cells
    .slice(from, lastColumn + 1)
    .map((cell) => toOneLine(cell))
    .join(" | ");
}

/** Returns the columns of the cells that are not empty. Without them, a row could not be divided into columns again. */
function listColumns(cells: readonly string[]): number[] {
  return [...cells.keys()].filter((column) => toOneLine(cells[column] ?? "") !== "");
}
