/** A cell as a document stores it: only once, however many rows and columns it spans. */
export interface TableCell {
  text: string;
  rowSpan?: number;
  columnSpan?: number;
}

/** A table of a document. All formats that have tables describe them like this. */
export interface Table {
  rows: readonly (readonly TableCell[])[];
  /** The number of rows at the top that the document marks as header; absent: it marks none. */
  headerRows?: number;
  /** True if the document marks the first cell of each row as its name, so that the columns have none. */
  isAcross?: boolean;
}

/** A merged area. The cells in it share one object. Rows and columns are inclusive. */
export interface MergedArea {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A row with a text in each of its columns. A merged value stands in every row and column of its area. */
export interface GridRow {
  /** The row number, in the numbering of `MergedArea`. */
  row: number;
  /** Texts by column; an empty cell is an empty string. */
  cells: readonly string[];
  /** The merged areas that this row is in, by column. */
  areas?: ReadonlyMap<number, MergedArea>;
  /** The columns whose values are known to be numbers or dates, whatever their texts look like. */
  valueColumns?: ReadonlySet<number>;
}

/** In characters. A longer merged text stands only in the first row and column of its area. */
export const maxRepeatedLength = 300;
/** As in HTML. */
const maxRowSpan = 65_534;

/**
 * Puts the cells of a table into their columns, from row 0. A cell follows the one before it in the first column that
 * no merged area from above covers. Rows without own cells are left out.
 */
export function* placeCells(rows: Table["rows"], maxColumns: number): Generator<GridRow> {
  /** The area that covers each column, with its text. */
  const openAreas: (OpenArea | undefined)[] = [];
  for (const [row, rowCells] of rows.entries()) {
    const cells: string[] = [];
    const areas = new Map<number, MergedArea>();
    let column = 0;
    let hasOwnCell = false;
    const isCovered = () => (openAreas[column]?.area.bottom ?? -1) >= row;
    for (const { text, rowSpan = 1, columnSpan = 1 } of rowCells) {
      while (isCovered()) column++;
      if (column >= maxColumns) break;
      const right = Math.min(column + toSpan(columnSpan), maxColumns) - 1;
      const area = { top: row, left: column, bottom: row + Math.min(toSpan(rowSpan), maxRowSpan) - 1, right };
      hasOwnCell = true;
      for (; column <= right; column++) openAreas[column] = { area, text };
    }
    for (const [index, open] of openAreas.entries()) {
      if (!open || open.area.bottom < row) continue;
      const { area, text } = open;
      cells[index] = getTextAt(text, area, row, index);
      if (area.bottom > area.top || area.right > area.left) areas.set(index, area);
    }
    if (hasOwnCell) yield { row, cells: Array.from(cells, (cell) => cell ?? ""), areas };
  }
}

interface OpenArea {
  area: MergedArea;
  text: string;
}

/** Returns the text of a merged area at one of its cells. */
export function getTextAt(text: string, area: MergedArea, row: number, column: number): string {
  return (row === area.top && column === area.left) || text.length <= maxRepeatedLength ? text : "";
}

const toSpan = (span: number) => (Number.isInteger(span) && span > 1 ? span : 1);

/** Returns true if the cell shows a merged value again that already stands to its left. */
export function isRepeatedInRow({ areas }: GridRow, column: number): boolean {
  const area = areas?.get(column);
  return area !== undefined && area.left < column;
}

/**
 * Returns the text of a row that consists of one merged cell, such as the title of a table or of some of its rows. Null
 * for other rows.
 */
export function findSpanningText(row: GridRow): string | null {
  const texts = [...row.cells.keys()].filter((column) => (row.cells[column] ?? "").trim() !== "");
  const [first] = texts;
  if (first === undefined || texts.length < 2) return null;
  return texts.every((column) => column === first || isRepeatedInRow(row, column)) ? (row.cells[first] ?? null) : null;
}
