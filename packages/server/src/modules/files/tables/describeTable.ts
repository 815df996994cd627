import type { ContentItem, Sheet, TableColumn, TableRow } from "@lectern/contract";
import { maxHeaderCandidates, maxHeaderRows } from "../../../platform/documents/formats/tables/findHeader.ts";
import { createCellSplitter, type StoredRow, unnamedSeparator } from "./createCellSplitter.ts";
import { createRowParser } from "./createRowParser.ts";

/** How the rows of a sheet become cells. */
export interface TableLayout {
  /** The index of the header; null if the sheet has none. */
  headerIndex: number | null;
  columns: readonly TableColumn[];
  /** Returns one text for all columns if the row cannot be divided. */
  toCells: (row: StoredRow) => string[];
}

const maxCheckedRows = 20;
/** The rows that decide about columns, evenly spread over the sheet. */
const maxSampledRows = 500;

/**
 * Finds the columns of a sheet. Its rows are stored as text: `Name: value; Name: value` below a header, else
 * `value | value`, both without the empty cells. Rows that cannot be divided into columns span them.
 */
export function describeTable(items: readonly ContentItem[], sheet: Sheet): TableLayout {
  const rows = items.slice(sheet.from, sheet.from + sheet.count);
  const headerPosition = findMarkedHeader(rows) ?? findHeader(rows.map(({ content }) => content));
  const header = headerPosition === null ? null : (rows[headerPosition] ?? null);
  const body = headerPosition === null ? rows : rows.slice(headerPosition + 1);
  const { names, toCells } =
    createCellSplitter(body, header) ??
    (header ? splitByNames(body, splitCells(header.content)) : splitWithoutNames(body));
  const sampledCells = takeSample(body)
    .map(toCells)
    .filter(({ length }) => length === names.length);
  return {
    headerIndex: headerPosition === null ? null : sheet.from + headerPosition,
    columns: describeColumns(names, sampledCells),
    toCells,
  };
}

/** Converts an item of the sheet to a row. */
export function toTableRow(item: ContentItem, { toCells }: TableLayout): TableRow {
  return { row: Number(item.location.row), cells: toCells(item) };
}

/** Without stored columns, the names in a row tell its columns. */
function splitByNames(rows: readonly StoredRow[], names: readonly string[]) {
  const parseRow = createRowParser(names);
  const hasLead = takeSample(rows).some(({ content }) => {
    const { lead, valueCount } = parseRow(content);
    return lead !== "" && valueCount > 0;
  });
  const toCells = ({ content }: StoredRow) => {
    const { lead, values, valueCount } = parseRow(content);
    if (valueCount === 0 || (lead !== "" && !hasLead)) return [content];
    return hasLead ? [lead, ...values] : [...values];
  };
  return { names: hasLead ? [null, ...names] : names, toCells };
}

/** Without stored columns and names, there are columns only if no row has an empty cell. */
function splitWithoutNames(rows: readonly StoredRow[]) {
  const [count = 1, ...otherCounts] = new Set(rows.map(({ content }) => splitCells(content).length));
  const isComplete = otherCounts.length === 0;
  return {
    names: Array.from({ length: isComplete ? count : 1 }, () => null),
    toCells: ({ content }: StoredRow) => (isComplete ? splitCells(content) : [content]),
  };
}

/** The reader stores the names of the columns with the last row of the first header. */
function findMarkedHeader(rows: readonly StoredRow[]): number | null {
  const position = rows.slice(0, maxHeaderCandidates + maxHeaderRows).findIndex(({ names = [] }) => names.length > 0);
  return position < 0 ? null : position;
}

/**
 * For documents of older readers: returns the position of the first row whose cells name the
 * values of the rows below; null if there is none.
 */
function findHeader(rows: readonly string[]): number | null {
  for (const [position, row] of rows.slice(0, maxHeaderCandidates + 1).entries()) {
    const names = splitCells(row);
    const rowsBelow = rows.slice(position + 1, position + 1 + maxCheckedRows);
    if (names.length < 2 || rowsBelow.length === 0) continue;
    const parseRow = createRowParser(names);
    const namedCount = rowsBelow.filter((each) => parseRow(each).valueCount > 0).length;
    if (namedCount * 2 > rowsBelow.length) return position;
  }
  return null;
}

/** Divides a row without names. */
export function splitCells(content: string): string[] {
  return content.split(unnamedSeparator);
}

function takeSample(rows: readonly StoredRow[]): StoredRow[] {
  const step = Math.ceil(rows.length / maxSampledRows);
  return rows.filter((_, index) => index % step === 0);
}

function describeColumns(names: readonly (string | null)[], rows: readonly (readonly string[])[]): TableColumn[] {
  return names.map((name, column) => {
    const cells = rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
    const numericCount = cells.filter((cell) => numberPattern.test(cell)).length;
    return {
      name,
      characters: Math.max(name?.length ?? 0, ...cells.map(({ length }) => length)),
      isNumeric: cells.length > 0 && numericCount * 5 >= cells.length * 4,
    };
  });
}

const numberPattern = /^[-+−]?[\d.,'\s]*\d[\d.,'\s]*[%€$£]?$/;
