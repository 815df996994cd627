import { joinLines } from "./joinLines.ts";
import type { Fragment } from "./readPageFragments.ts";

/** A line of a page with the fragments of which it consists. */
interface Line extends Fragment {
  readonly parts: readonly Fragment[];
}

interface Range {
  left: number;
  right: number;
}

/** The parts of a line between two gaps, from left to right. */
interface Cell extends Range {
  parts: Fragment[];
}

interface TableLine {
  line: Line;
  cells: Cell[];
}

interface Table {
  columns: Range[];
  /** The lines of its rows, of which a row can have several, from top to bottom. */
  lines: TableLine[];
}

/** The space between two cells, in font sizes. Words are closer to each other. */
const minGap = 0.75;
/** The space between two columns, in font sizes. The cells of several rows leave less of it. */
const minColumnGap = 0.3;
const minLines = 3;
const minColumns = 3;
/** A line with more cells is a drawing of letters. */
const maxColumns = 60;
/** The distance between two lines of a table, in font sizes. */
const maxDistance = 6;
/** The distance between two lines of a cell, in font sizes. */
const maxLineDistance = 1.45;
/** A line with one cell that is further from the lines above and below it, in font sizes, is no part of their table. */
const maxCellLineDistance = 1.6;
/** The share by which the font sizes of the lines may differ. Headings are larger. */
const maxSizeDifference = 0.12;
/** In characters. Longer ones are running text in columns. */
const maxMedianCellLength = 40;
/** Pages with more lines are drawings of letters. */
const maxLines = 2_000;

type JoinParts = (parts: readonly Fragment[]) => string;

/**
 * Finds the tables among the lines of a page, in reading order. Returns the text of each row with its cells apart, at its
 * first line; null: the line belongs to a row above it. If cells are empty, all rows have the sign `|` between their
 * cells, so that each value stays in its column. Otherwise two spaces are enough. `joinParts` returns the text of a cell.
 */
export function formatTableRows(
  lines: readonly Line[],
  isRightToLeft: boolean,
  joinParts: JoinParts,
): Map<Line, string | null> {
  const texts = new Map<Line, string | null>();
  if (lines.length > maxLines) return texts;
  for (const table of findTables(lines.map(toTableLine))) {
    const lineTexts = table.lines.map(({ line, cells }) => ({
      line,
      texts: placeTexts(cells, table.columns, joinParts),
    }));
    const lengths = lineTexts.flatMap((each) => each.texts.filter((text) => text !== "").map(({ length }) => length));
    if ((lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 0) > maxMedianCellLength) continue;
    const rows = groupLines(lineTexts);
    // The cells of two columns stay apart by themselves if each has one line.
    if (table.columns.length < minColumns && rows.length === lineTexts.length) continue;
    // A line with one text is a caption, or the rest of a cell.
    const isText = (row: Row) => countTexts(row) === 1 && !row.texts.some(isNumber);
    const hasEmptyCells = rows.some((row) => row.texts.includes("") && !isText(row));
    for (const row of rows) {
      for (const line of row.lines) texts.set(line, null);
      const cells = isRightToLeft ? row.texts.toReversed() : row.texts;
      const [first] = row.lines;
      if (first) texts.set(first, cells.join(hasEmptyCells ? " | " : "  ").replace(/[\s|]+$/, ""));
    }
  }
  return texts;
}

function toTableLine(line: Line): TableLine {
  const cells: Cell[] = [];
  for (const part of [...line.parts].sort((a, b) => a.left - b.left)) {
    const last = cells.at(-1);
    if (last && part.left - last.right < part.size * minGap) {
      last.parts.push(part);
      last.right = Math.max(last.right, part.right);
    } else cells.push({ parts: [part], left: part.left, right: part.right });
  }
  return { line, cells };
}

function findTables(lines: readonly TableLine[]): Table[] {
  const tables: Table[] = [];
  /** The positions of the lines with several cells. */
  let rows: number[] = [];
  let columns: Range[] = [];
  const getLines = (positions: readonly number[]) => positions.flatMap((position) => lines[position] ?? []);
  const getDistance = (position: number) => {
    const line = lines[position]?.line;
    const previous = lines[position - 1]?.line;
    return line && previous ? (line.baseline - previous.baseline) / line.size : Number.POSITIVE_INFINITY;
  };
  const endTable = () => {
    const table = rows.length >= minLines ? completeTable(lines, rows, columns, getDistance) : null;
    if (table) tables.push(table);
    rows = [];
    columns = [];
  };
  for (const [position, tableLine] of lines.entries()) {
    const { line, cells } = tableLine;
    const distance = getDistance(position);
    if (distance < 0 || distance > maxDistance || !isSameSize(line, lines[rows[0] ?? -1]?.line)) endTable();
    if (cells.length > maxColumns) {
      endTable();
      continue;
    }
    if (cells.length < 2 && !isLoneValue(tableLine, columns)) {
      if (Math.min(distance, getDistance(position + 1)) > maxCellLineDistance) endTable();
      continue;
    }
    const mergedColumns = mergeColumns(columns, cells, line.size);
    // The rows above stay apart unless the line closes the space between two columns.
    const areColumnsApart = mergedColumns.every(
      (merged) => columns.filter((column) => overlap(column, merged)).length <= 1,
    );
    const canJoin =
      areApart(cells, mergedColumns) &&
      (areColumnsApart || getLines(rows).every((each) => areApart(each.cells, mergedColumns)));
    if (!canJoin) endTable();
    rows.push(position);
    columns = canJoin ? mergedColumns : mergeColumns([], cells, line.size);
  }
  endTable();
  return tables;
}

/** Adds the lines with one cell, which are the rest of a row. Returns null if the columns are not certain. */
function completeTable(
  lines: readonly TableLine[],
  rows: readonly number[],
  cellColumns: readonly Range[],
  getDistance: (position: number) => number,
): Table | null {
  let from = rows[0] ?? 0;
  let to = rows.at(-1) ?? 0;
  const columns = joinColumns(cellColumns, lines.slice(from, to + 1));
  const isRest = (position: number) => {
    const cells = lines[position]?.cells ?? [];
    return cells.length === 1 && cells.every((cell) => findColumn(cell, columns) >= 0);
  };
  while (isRest(from - 1) && isClose(getDistance(from))) from--;
  const findEnd = (position: number): number =>
    isRest(position + 1) && isClose(getDistance(position + 1)) ? findEnd(position + 1) : position;
  to = findEnd(to);
  // A last row whose cells are not beside each other, because one of them has more lines.
  while (isRest(to + 1) && getDistance(to + 1) >= 0 && getDistance(to + 1) <= maxDistance) {
    const end = findEnd(to + 1);
    const cells = lines.slice(to + 1, end + 1).flatMap((each) => each.cells);
    if (new Set(cells.map((cell) => findColumn(cell, columns))).size < 2) break;
    to = end;
  }
  const tableLines = lines
    .slice(from, to + 1)
    .filter(({ cells }) => cells.every((cell) => findColumn(cell, columns) >= 0));
  const lineCounts = columns.map(() => 0);
  for (const { cells } of tableLines)
    for (const column of new Set(cells.map((cell) => findColumn(cell, columns))))
      lineCounts[column] = (lineCounts[column] ?? 0) + 1;
  // A column of one line is text beside the table.
  return columns.length > 1 && lineCounts.every((count) => count > 1) ? { columns, lines: tableLines } : null;
}

const isClose = (distance: number) => distance >= 0 && distance <= maxLineDistance;

function isSameSize({ size }: Line, first: Line | undefined): boolean {
  return !first || Math.abs(first.size - size) <= Math.max(first.size, size) * maxSizeDifference;
}

const countTexts = ({ texts }: Row) => texts.filter((text) => text !== "").length;
const isNumber = (text: string) => /\d/.test(text) && /^[-+−(]?[\d.,:%€$£\s]+\)?$/.test(text);

/** True if the only cell of a line is a number below the other numbers of its column. */
function isLoneValue({ cells, line }: TableLine, columns: readonly Range[]): boolean {
  const [cell] = cells;
  const column = cell ? findColumn(cell, columns) : -1;
  return column > 0 && isNumber(line.text);
}

/** Adds the cells to the columns. Cells that are too close to each other for two columns are in one. */
function mergeColumns(columns: readonly Range[], cells: readonly Range[], size: number): Range[] {
  const merged: Range[] = [];
  for (const { left, right } of [...columns, ...cells].sort((a, b) => a.left - b.left)) {
    const last = merged.at(-1);
    if (last && left - last.right < size * minColumnGap) last.right = Math.max(last.right, right);
    else merged.push({ left, right });
  }
  return merged;
}

/** Joins the column of a single cell, such as a name, with the column beside it if that is empty in its line. */
function joinColumns(columns: readonly Range[], rows: readonly TableLine[]): Range[] {
  const joined: Range[] = [];
  const listUsers = (column: Range) => rows.filter(({ cells }) => cells.some((cell) => overlap(cell, column)));
  for (const column of columns) {
    const last = joined.at(-1);
    const users = listUsers(column);
    const lastUsers = last ? listUsers(last) : [];
    const isSingle = Math.min(users.length, lastUsers.length) === 1;
    if (last && isSingle && !users.some((row) => lastUsers.includes(row))) last.right = column.right;
    else joined.push({ ...column });
  }
  return joined;
}

const overlap = (a: Range, b: Range) => a.left < b.right && a.right > b.left;

/** Returns the only column that the cell overlaps; -1 if there are none or several. */
function findColumn(cell: Range, columns: readonly Range[]): number {
  const column = columns.findIndex((each) => overlap(cell, each));
  return columns.findLastIndex((each) => overlap(cell, each)) === column ? column : -1;
}

/** True if each cell is in a column of its own. */
function areApart(cells: readonly Cell[], columns: readonly Range[]): boolean {
  const places = cells.map((cell) => findColumn(cell, columns));
  return new Set(places).size === places.length && !places.includes(-1);
}

function placeTexts(cells: readonly Cell[], columns: readonly Range[], joinParts: JoinParts): string[] {
  const texts = columns.map(() => "");
  for (const cell of cells) texts[findColumn(cell, columns)] = joinParts(cell.parts).trim();
  return texts;
}

interface Row {
  lines: Line[];
  texts: string[];
}

/** Joins the lines of each row. Lines are as close as those of a text, and rows are further from each other. */
function groupLines(lines: readonly { line: Line; texts: string[] }[]): Row[] {
  const groups: { line: Line; texts: string[] }[][] = [];
  for (const each of lines) {
    const last = groups.at(-1)?.at(-1);
    if (last && isClose((each.line.baseline - last.line.baseline) / each.line.size)) groups.at(-1)?.push(each);
    else groups.push([each]);
  }
  const hasRows = groups.length > 1;
  return groups.flatMap((group): Row[] =>
    hasRows && isOneRow(group.map(({ texts }) => texts))
      ? [{ lines: group.map(({ line }) => line), texts: joinTexts(group.map(({ texts }) => texts)) }]
      : group.map(({ line, texts }) => ({ lines: [line], texts })),
  );
}

/**
 * True if the lines can be those of one row: its first cell has one line, like at least half of its other cells, and no
 * cell consists of numbers below each other.
 */
function isOneRow(lines: readonly (readonly string[])[]): boolean {
  const columns = (lines[0] ?? []).map((_, column) =>
    lines.map((texts) => texts[column] ?? "").filter((text) => text !== ""),
  );
  const used = columns.filter(({ length }) => length > 0);
  const multiple = used.filter(({ length }) => length > 1);
  return (
    used[0]?.length === 1 && multiple.length * 2 <= used.length && !multiple.some((texts) => texts.every(isNumber))
  );
}

const joinTexts = (lines: readonly (readonly string[])[]): string[] =>
  (lines[0] ?? []).map((_, column) =>
    lines.reduce((text, texts) => (texts[column] ? joinLines(text, texts[column]) : text), ""),
  );
