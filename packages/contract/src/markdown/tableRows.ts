import { replaceMath } from "../text/inlineMath.ts";

/** Matches a row of bars, dashes and colons. Each character is read once, because answers can have very long lines. */
const delimiterCharacters = /^ {0,3}[|:\- \t]*\r?\n?$/;

/** True if the line separates the header of a table from its rows, such as `| --- | :-: |`. Dashes alone do not. */
export const isDelimiterRow = (line: string): boolean =>
  line.includes("-") && /[|:]/.test(line) && delimiterCharacters.test(line);

/**
 * True if `src` may start with a table: its first line has as many cells as the delimiter row after it. Reads only two
 * lines; marked and the other checks read up to the next empty line.
 */
export function mayStartTable(src: string): boolean {
  const [header = "", delimiterRow = ""] = src.split("\n", 2);
  if (!isDelimiterRow(delimiterRow)) return false;
  const columnCount = countCells(delimiterRow);
  return countCells(header) === columnCount || countCells(escapeRow(header)) === columnCount;
}

/** Small tables may consist mostly of empty cells. */
const minPaddedCells = 2_000;

/**
 * True if `src` starts with a table that has more cells than its text could fill. Each row gets a cell for every
 * column, so a short text could otherwise become millions of empty cells.
 */
export function isMostlyPadding(src: string): boolean {
  const [header = "", delimiterRow = ""] = src.split("\n", 2);
  if (!isDelimiterRow(delimiterRow)) return false;
  const end = src.search(/\n[ \t]*\n/);
  const rows = (end === -1 ? src : src.slice(0, end)).trimEnd();
  const cellCount = header.split("|").length * rows.split("\n").length;
  return cellCount > minPaddedCells && cellCount > rows.length;
}

/**
 * Escapes the bars within formulas of the table that starts `src`, so that they do not divide a cell. A row without
 * more cells than the table has columns stays as it is, because its dollar signs may be amounts of two cells.
 */
export function escapeBarsInFormulas(src: string): string {
  const [, delimiterRow = ""] = src.split("\n", 2);
  if (!isDelimiterRow(delimiterRow)) return src;
  const end = src.search(/\n[ \t]*\n/);
  const table = end === -1 ? src : src.slice(0, end);
  if (!/[$\\]/.test(table)) return src;
  const columnCount = countCells(delimiterRow);
  const rows = table.split("\n").map((row) => (countCells(row) > columnCount ? escapeRow(row) : row));
  return rows.join("\n") + src.slice(table.length);
}

const escapeRow = (row: string) => replaceMath(row, ({ raw }) => raw.replaceAll(unescapedBar, "\\|"));

/** A bar after an even number of backslashes, which are read only at bars. */
const unescapedBar = /\|(?<=(?:^|[^\\])(?:\\\\)*\|)/g;

const countCells = (row: string) => listCells(row).length;

/**
 * Returns where the cells of a row are, for a table with so many columns: between the bars that neither a backslash
 * escapes nor a formula contains.
 */
export function splitTableRow(row: string, columnCount: number): { start: number; end: number }[] {
  const mask = ({ raw }: { raw: string }) => raw.replaceAll(unescapedBar, "a");
  return listCells(countCells(row) > columnCount ? replaceMath(row, mask) : row);
}

/** Returns where the cells of a row without formulas are. As the parser, skips a blank cell at each end. */
function listCells(row: string): { start: number; end: number }[] {
  const cells: { start: number; end: number }[] = [];
  let start = 0;
  for (const { index } of row.matchAll(unescapedBar)) {
    cells.push({ start, end: index });
    start = index + 1;
  }
  cells.push({ start, end: row.length });
  const isBlank = (cell: { start: number; end: number } | undefined) =>
    cell !== undefined && row.slice(cell.start, cell.end).trim() === "";
  if (isBlank(cells[0])) cells.shift();
  if (isBlank(cells.at(-1))) cells.pop();
  return cells;
}
