import type { ItemCollector } from "../child/itemCollector.ts";

export interface SheetRow {
  /** As the program shows it, from 1. */
  row: number;
  /** Texts by column; an empty cell is an empty text. */
  cells: readonly string[];
}

/** A head is looked for among so many rows at the top: titles and remarks stand above it. */
const mostRowsAboveHead = 15;

/**
 * Adds a sheet row by row, each as `Head: value` pairs, so that a row says alone what its numbers mean. Where no row looks like a head, the
 * cells come as they are.
 */
export function addSheet(sheet: string, rows: Iterable<SheetRow>, items: ItemCollector): void {
  const adder = createSheetAdder(sheet, items);
  for (const row of rows) adder.add(row);
  adder.end();
}

/** The same for rows that come one at a time. `end` must follow the last. */
export function createSheetAdder(
  sheet: string | null,
  items: ItemCollector,
): { add(row: SheetRow): void; end(): void } {
  const first: SheetRow[] = [];
  let head: readonly string[] | null = null;
  let isDecided = false;

  const write = ({ row, cells }: SheetRow) => {
    const location = sheet === null ? { row } : { sheet, row };
    items.add(head === null ? plainLine(cells) : pairs(head, cells), location, "table", false);
  };
  const decide = () => {
    isDecided = true;
    const at = findHead(first);
    for (const [index, row] of first.entries()) {
      if (index === at) {
        items.add(plainLine(row.cells), sheet === null ? { row: row.row } : { sheet, row: row.row }, "table", false);
        head = row.cells;
      } else write(row);
    }
  };
  return {
    add(row) {
      if (row.cells.every((cell) => cell.trim() === "")) return;
      if (isDecided) return write(row);
      first.push(row);
      if (first.length > mostRowsAboveHead) decide();
    },
    end() {
      if (!isDecided) decide();
    },
  };
}

/** The first row that has a word, none of them twice, for each column that most of the rows below it use. -1: none. */
function findHead(rows: readonly SheetRow[]): number {
  return rows.findIndex(({ cells }, index) => {
    const below = rows.slice(index + 1);
    const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
    if (below.length === 0 || texts.length < 2 || new Set(texts).size < texts.length) return false;
    if (texts.some((text) => text.length > 200 || /^[-+]?[\d.,\s%€$£]+$/.test(text))) return false;
    return usedColumns(below).every((column) => (cells[column] ?? "").trim() !== "");
  });
}

function usedColumns(rows: readonly SheetRow[]): number[] {
  const counts: number[] = [];
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries()) if (cell.trim() !== "") counts[column] = (counts[column] ?? 0) + 1;
  return counts.flatMap((count, column) => (count * 2 > rows.length ? [column] : []));
}

function pairs(head: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, index) => {
      const value = oneLine(cell);
      const name = oneLine(head[index] ?? "");
      return value === "" ? [] : [name === "" ? value : `${name}: ${value}`];
    })
    .join("; ");
}

function plainLine(cells: readonly string[]): string {
  return cells
    .map((cell) => oneLine(cell))
    .filter((cell) => cell !== "")
    .join(" | ");
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
