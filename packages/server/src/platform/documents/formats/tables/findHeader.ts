import { type GridRow, isRepeatedInRow, type MergedArea } from "./tableGrid.ts";

export interface Header {
  /** Indexes of its first and last row. */
  from: number;
  to: number;
  /** The name of each column, all different; null: no name. */
  names: readonly (string | null)[];
}

export interface HeaderOptions {
  /** The numbers of the rows that the document marks as header; null: it marks none. */
  markedRows?: { first: number; last: number } | null;
  /** The number of the last row that can belong to the header. */
  maxRow?: number;
  /**
   * What must speak for the header. `convention`: nothing but its place. `shape`: groups, years, or an empty corner above
   * numbers or dates. `values`: numbers or dates below a name.
   */
  evidence?: "convention" | "shape" | "values";
}

/** Number of rows at the top that can be the header, which titles may precede. */
export const maxHeaderCandidates = 15;
export const maxHeaderRows = 4;
const maxNameLength = 200;

/**
 * Finds the rows that name the columns of a table, which titles may precede. Wrong names would change what each value
 * says, so there is a header only if nothing speaks against it: it has no numbers or dates, none of its texts occurs
 * again in its column, and it has one for each column that most rows below use, except for the first columns, which can
 * contain the names of the rows. A header of two levels (groups above names) has names such as `Winter / Room`. Returns
 * null if there is none, or if it is not certain.
 */
export function findHeader(
  rows: readonly GridRow[],
  { markedRows = null, maxRow = Number.POSITIVE_INFINITY, evidence = "shape" }: HeaderOptions = {},
): Header | null {
  const markedHeader = markedRows && findMarkedHeader(rows, markedRows);
  if (markedHeader) return markedHeader;
  let hasSkippedData = false;
  for (const [from, row] of rows.slice(0, maxHeaderCandidates + 1).entries()) {
    if (row.row > maxRow) return null;
    if (listOwnTexts(row).length < 2) continue;
    const gap = row.row - (rows[from - 1]?.row ?? row.row) > 1;
    if (gap) hasSkippedData = false;
    const to = from + countLevels(rows, from) - 1;
    const rowsBelow = rows.slice(to + 1);
    const header = createHeader(rows, from, to);
    const found = header && rowsBelow.length > 0 ? judge(rows.slice(from, to + 1), header.names, rowsBelow) : null;
    const required = strengths.indexOf(hasSkippedData ? "values" : evidence);
    if (found && strengths.indexOf(found) >= required) return header;
    // A row with a value in each column belongs to the data, so the names, if any, would stand above it.
    if (findUsedColumns(rows.slice(from + 1)).every((column) => hasText(row, column))) return null;
    hasSkippedData = true;
  }
  return null;
}

const strengths = ["convention", "shape", "values"] as const;

function judge(
  levels: readonly GridRow[],
  names: readonly (string | null)[],
  rowsBelow: readonly GridRow[],
): (typeof strengths)[number] | null {
  const [first] = levels;
  if (!first) return null;
  const cells = levels.flatMap((level) =>
    listOwnTexts(level).map((column) => ({ column, text: getText(level, column), level })),
  );
  const distinctCount = new Set(cells.map(({ text }) => text)).size;
  if (distinctCount < 2 || (levels.length === 1 && distinctCount * 2 <= cells.length)) return null;
  const yearColumns = findYearColumns(cells, rowsBelow);
  const isGroupOfYear = (text: string, level: GridRow) => level !== levels.at(-1) && yearPattern.test(text);
  const isName = ({ column, text, level }: (typeof cells)[number]) =>
    yearColumns.has(column) || isGroupOfYear(text, level) || isNameLike(level, column, text);
  if (!cells.every(isName)) return null;
  const comparedRows = rowsBelow.filter((row) => !isSameRow(row, first));
  const isRepeatedBelow = cells.some(({ column, text }) => comparedRows.some((row) => getText(row, column) === text));
  if (isRepeatedBelow) return null;
  const usedColumns = findUsedColumns(rowsBelow);
  const unnamedColumns = usedColumns.filter((column) => names[column] == null);
  const namedCount = usedColumns.length - unnamedColumns.length;
  const areRowNames = unnamedColumns.every((column, index) => column === usedColumns[index]);
  if (!areRowNames || namedCount < unnamedColumns.length || names.filter((name) => name !== null).length < 2)
    return null;
  const standsAboveValues = findUsedColumns(rowsBelow, 0.5).some(
    (column) => names[column] != null && !yearColumns.has(column) && isValueColumn(rowsBelow, column),
  );
  if (standsAboveValues) return "values";
  // Texts above texts can be a form, a transposed table or data without names.
  const hasCornerAboveValues = unnamedColumns.some((column) => isValueColumn(rowsBelow, column));
  return hasCornerAboveValues || levels.length > 1 || yearColumns.size > 0 ? "shape" : "convention";
}

/** Returns the number of rows that the header has if it starts at `from`: more than one if groups stand above names. */
function countLevels(rows: readonly GridRow[], from: number): number {
  let count = 1;
  while (count < maxHeaderRows) {
    const upper = rows[from + count - 1];
    const lower = rows[from + count];
    const rowsBelow = rows.slice(from + count + 1);
    if (!upper || !lower || rowsBelow.length === 0 || !isLevelBelow(upper, lower, rowsBelow)) break;
    count++;
  }
  return count;
}

function isLevelBelow(upper: GridRow, lower: GridRow, rowsBelow: readonly GridRow[]): boolean {
  const ownTexts = listOwnTexts(lower);
  if (ownTexts.length < 2 || listOwnTexts(upper).length < 2) return false;
  if (ownTexts.some((column) => !isNameLike(lower, column, getText(lower, column)))) return false;
  const groups = findGroups(upper, lower);
  const parents = groups.filter(({ columns }) => columns.length > 1);
  if (parents.length === 0) return false;
  // Each column of a group has its own name, and the other columns already have theirs.
  const namesBelow = (columns: readonly number[]) =>
    columns.filter((column) => hasText(lower, column) && !isSameArea(upper, lower, column));
  if (!parents.every(({ columns }) => namesBelow(columns).length === columns.length)) return false;
  const singles = groups.filter(({ columns }) => columns.length === 1).flatMap(({ columns }) => columns);
  if (namesBelow(singles).length > 0) return false;
  const texts = ownTexts.map((column) => getText(lower, column));
  return (
    singles.length > 0 ||
    new Set(texts).size < texts.length ||
    ownTexts.some((column) => isValueColumn(rowsBelow, column))
  );
}

/** Returns the columns below each text of the upper row: those that it spans, and empty ones with a text below. */
function findGroups(upper: GridRow, lower: GridRow): { columns: number[] }[] {
  const groups: { columns: number[]; area: MergedArea | undefined }[] = [];
  for (let column = 0; column < Math.max(upper.cells.length, lower.cells.length); column++) {
    const last = groups.at(-1);
    const area = upper.areas?.get(column);
    if (last && (area ? area === last.area : !last.area && !hasText(upper, column) && hasText(lower, column)))
      last.columns.push(column);
    else if (hasText(upper, column)) groups.push({ columns: [column], area });
  }
  return groups;
}

/** Includes the groups above a single marked row. */
function findMarkedHeader(rows: readonly GridRow[], { first, last }: { first: number; last: number }): Header | null {
  const to = rows.findLastIndex(({ row }) => row <= last);
  let from = rows.findIndex((row, index) => row.row >= first && index <= to && listOwnTexts(row).length > 1);
  if (from < 0 || to === rows.length - 1) return null;
  while (from === to || first === last) {
    const [upper, lower] = rows.slice(Math.max(from - 1, 0), from + 1);
    if (!upper || !lower || !isLevelBelow(upper, lower, rows.slice(to + 1))) break;
    from--;
  }
  return createHeader(rows, from, to);
}

function createHeader(rows: readonly GridRow[], from: number, to: number): Header | null {
  const levels = rows.slice(from, to + 1);
  const columnCount = Math.max(0, ...levels.map(({ cells }) => cells.length));
  const names = Array.from({ length: columnCount }, (_, column) => nameColumn(levels, column));
  return names.some((name) => name !== null) ? { from, to, names: makeDistinct(names) } : null;
}

function nameColumn(levels: readonly GridRow[], column: number): string | null {
  const parts: string[] = [];
  for (const [index, level] of levels.entries()) {
    const lower = levels[index + 1];
    const group = lower && findGroups(level, lower).find(({ columns }) => columns.includes(column));
    const part = toOneLine(getText(level, column) || getText(level, group?.columns[0] ?? column));
    if (part !== "" && parts.at(-1) !== part) parts.push(part);
  }
  return parts.length === 0 ? null : parts.join(" / ");
}

/** Tells equal names apart: `Teacher`, `Teacher (2)`. */
function makeDistinct(names: readonly (string | null)[]): (string | null)[] {
  const usedNames = new Set(names.filter((name) => name !== null));
  const seenNames = new Set<string>();
  return names.map((name) => {
    if (name === null) return null;
    let distinctName = name;
    for (let number = 2; seenNames.has(distinctName); number++) {
      const candidate = `${name} (${number})`;
      if (!usedNames.has(candidate) || seenNames.has(candidate)) distinctName = candidate;
    }
    seenNames.add(distinctName);
    return distinctName;
  });
}

/** Returns the columns of a header such as `Country | 2023 | 2024`: years that follow each other. */
function findYearColumns(
  cells: readonly { column: number; text: string }[],
  rowsBelow: readonly GridRow[],
): ReadonlySet<number> {
  const years = cells.filter(({ text }) => yearPattern.test(text));
  const areSuccessive =
    years.length > 1 &&
    years.every(({ text }, index) => index === 0 || toYear(text) - toYear(years[index - 1]?.text ?? "") === 1);
  const areYearsBelow = years.some(({ column }) => rowsBelow.some((row) => yearPattern.test(getText(row, column))));
  return new Set(areSuccessive && !areYearsBelow ? years.map(({ column }) => column) : []);
}

/** Also academic years such as `2023/24`. */
const yearPattern = /^(?:19|20)\d\d(?:[/–-]\d\d)?$/;
const toYear = (text: string) => Number(text.slice(0, 4));

/** Returns the columns that most rows use, or the given share of the rows. */
export function findUsedColumns(rows: readonly GridRow[], share?: number): number[] {
  const counts: number[] = [];
  for (const row of rows)
    for (const column of row.cells.keys()) if (hasText(row, column)) counts[column] = (counts[column] ?? 0) + 1;
  const isUsed = (count: number) => (share === undefined ? count * 2 > rows.length : count >= rows.length * share);
  return counts.flatMap((count, column) => (isUsed(count) ? [column] : []));
}

/** Returns true if four of five values in the column are numbers or dates. Texts that span columns do not count. */
export function isValueColumn(rows: readonly GridRow[], column: number): boolean {
  const filledRows = rows.filter((row) => hasText(row, column) && !isRepeatedInRow(row, column));
  const valueCount = filledRows.filter((row) => row.valueColumns?.has(column) || isValue(getText(row, column))).length;
  return filledRows.length > 0 && valueCount * 5 >= filledRows.length * 4;
}

function isNameLike({ valueColumns }: GridRow, column: number, text: string): boolean {
  return text.length <= maxNameLength && !valueColumns?.has(column) && !isValue(text) && !addressPattern.test(text);
}

const isValue = (text: string) => valuePatterns.some((pattern) => pattern.test(text));

const valuePatterns = [
  // Numbers, with signs, units of money and percent.
  /^[-+−±~<>≤≥(]*\s*(?:[€$£¥%]|[A-Z]{3})?\s*\d[\d.,'’\s]*(?:[eE][-+]?\d+)?\s*(?:[)%‰€$£¥]|[A-Z]{3})?\)?$/,
  // Dates and times.
  /^\d{1,4}[./-]\d{1,2}(?:[./-]\d{0,4})?(?:[ T]\d{1,2}:\d\d(?::\d\d)?.*)?$/,
  /^\d{1,3}:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\.?)?$/,
  // Formulas and errors.
  /^=|^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$/,
  /^(?:TRUE|FALSE)$/,
];
const addressPattern = /^\S+@\S+\.\w+$|^https?:\/\//;

/** Returns the columns of the texts of a row. A merged value counts once. */
function listOwnTexts(row: GridRow): number[] {
  return [...row.cells.keys()].filter((column) => hasText(row, column) && !isRepeatedInRow(row, column));
}

function isSameArea(upper: GridRow, lower: GridRow, column: number): boolean {
  const area = upper.areas?.get(column);
  return area !== undefined && area === lower.areas?.get(column);
}

const isSameRow = (row: GridRow, other: GridRow) =>
  row.cells.every((cell, column) => cell.trim() === getText(other, column)) && row.cells.length === other.cells.length;
const getText = ({ cells }: GridRow, column: number) => (cells[column] ?? "").trim();
const hasText = (row: GridRow, column: number) => getText(row, column) !== "";
export const toOneLine = (text: string) => text.trim().replace(/\s+/g, " ");
