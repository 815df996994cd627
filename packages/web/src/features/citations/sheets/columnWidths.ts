import type { TableColumn, TableRow } from "@lectern/contract";

const minCharacters = 4;
/** Longer cells are cut until their row is opened. */
const maxCharacters = 40;
/** Approximate width of a character, and the padding of a cell. */
const characterPx = 7.9;
const paddingPx = 25;
/** The arrow beside the number of a row that can be opened. */
const arrowPx = 16;

interface ColumnWidths {
  rowNumberPx: number;
  /** Null: the column takes what the others leave of the table's width. */
  columnsPx: readonly (number | null)[];
  /** The minimum width of the table. */
  totalPx: number;
  /** The width at which the widest column shows its longest cell. More would only move the columns apart. */
  maxTotalPx: number;
}

/** Computes the widths from the longest cells, because rows that are not rendered cannot be measured. */
export function computeColumnWidths(columns: readonly TableColumn[], rowCount: number): ColumnWidths {
  const hasCutCells = columns.some(({ characters }) => characters > maxCharacters);
  const rowNumberPx = Math.ceil(String(rowCount).length * characterPx) + paddingPx + (hasCutCells ? arrowPx : 0);
  const widthsPx = columns.map((column) => Math.ceil(countShownCharacters(column) * characterPx + paddingPx));
  const widest = columns.reduce((best, { characters }, index) => {
    return characters > (columns[best]?.characters ?? 0) ? index : best;
  }, 0);
  const totalPx = widthsPx.reduce((sum, width) => sum + width, rowNumberPx);
  const cutCharacters = Math.max(0, (columns[widest]?.characters ?? 0) - maxCharacters);
  return {
    rowNumberPx,
    columnsPx: widthsPx.map((width, index) => (index === widest ? null : width)),
    totalPx,
    maxTotalPx: totalPx + Math.ceil(cutCharacters * characterPx),
  };
}

/** True if a cell of the row may need more than one line. A row's only cell spans all columns. */
export function isCutRow({ cells }: TableRow, columns: readonly TableColumn[]): boolean {
  const capacities = columns.map(countShownCharacters);
  const total = capacities.reduce((sum, capacity) => sum + capacity, 0);
  const getCapacity = (column: number) => (cells.length === 1 ? total : (capacities[column] ?? maxCharacters));
  return cells.some((cell, column) => cell.length > getCapacity(column) || cell.includes("\n"));
}

const countShownCharacters = ({ characters }: TableColumn) =>
  Math.min(maxCharacters, Math.max(minCharacters, characters));
