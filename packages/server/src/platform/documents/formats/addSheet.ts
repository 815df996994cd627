import type { ItemCollector } from "../child/itemCollector.ts";

export interface SheetRow {
  /** The row number as a spreadsheet program shows it, from 1. */
  row: number;
  /** Texts by column; an empty cell is an empty string. */
  cells: readonly string[];
}

/** Number of rows at the top that can be the header, which titles may precede. */
const maxHeaderCandidates = 15;

/**
 * Adds each row of a sheet as `Header: value` pairs, so that it can be understood without the other rows. If no row
 * looks like a header, the values are added without names.
 */
export function addSheet(sheet: string, rows: Iterable<SheetRow>, items: ItemCollector): void {
  const adder = createSheetAdder(sheet, items);
  for (const row of rows) adder.add(row);
  adder.end();
}

/**
 * Like `addSheet`, for rows that arrive one by one. The caller must call `end` after the last. `sheet`: null for CSV.
 */
export function createSheetAdder(
  sheet: string | null,
  items: ItemCollector,
): { add(row: SheetRow): void; end(): void } {
  const firstRows: SheetRow[] = [];
  let header: readonly string[] | null = null;
  let isHeaderDecided = false;

  const addRow = ({ row, cells }: SheetRow) => {
    const location = sheet === null ? { row } : { sheet, row };
    items.addRow(header === null ? joinCells(cells) : formatPairs(header, cells), location, listColumns(cells));
  };
  const decideHeader = () => {
    isHeaderDecided = true;
    const headerIndex = findHeaderIndex(firstRows);
    for (const [index, row] of firstRows.entries()) {
      if (index === headerIndex) {
        const location = sheet === null ? { row: row.row } : { sheet, row: row.row };
        items.addRow(joinCells(row.cells), location, listColumns(row.cells));
        header = row.cells;
      } else addRow(row);
    }
  };
  return {
    add(row) {
      if (row.cells.every((cell) => cell.trim() === "")) return;
      if (isHeaderDecided) return addRow(row);
      firstRows.push(row);
      if (firstRows.length > maxHeaderCandidates) decideHeader();
    },
    end() {
      if (!isHeaderDecided) decideHeader();
    },
  };
}

/**
 * Returns the index of the first row that looks like a header: at least two different texts that are not numbers, with
 * one in each column that most rows below use. Returns -1 if there is none.
 */
function findHeaderIndex(rows: readonly SheetRow[]): number {
  return rows.findIndex(({ cells }, index) => {
    const rowsBelow = rows.slice(index + 1);
    const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
    if (rowsBelow.length === 0 || texts.length < 2 || new Set(texts).size < texts.length) return false;
    if (texts.some((text) => text.length > 200 || /^[-+]?[\d.,\s%€$£]+$/.test(text))) return false;
    return findUsedColumns(rowsBelow).every((column) => (cells[column] ?? "").trim() !== "");
  });
}

function findUsedColumns(rows: readonly SheetRow[]): number[] {
  const counts: number[] = [];
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries()) if (cell.trim() !== "") counts[column] = (counts[column] ?? 0) + 1;
  return counts.flatMap((count, column) => (count * 2 > rows.length ? [column] : []));
}

function formatPairs(header: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, index) => {
      const value = toOneLine(cell);
      const name = toOneLine(header[index] ?? "");
      return value === "" ? [] : [name === "" ? value : `${name}: ${value}`];
    })
    .join("; ");
}

function joinCells(cells: readonly string[]): string {
  return cells
    .map((cell) => toOneLine(cell))
    .filter((cell) => cell !== "")
    .join(" | ");
}

/** Returns the columns of the cells that are not empty. Without them, a row could not be divided into columns again. */
function listColumns(cells: readonly string[]): number[] {
  return [...cells.keys()].filter((column) => toOneLine(cells[column] ?? "") !== "");
}

function toOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
