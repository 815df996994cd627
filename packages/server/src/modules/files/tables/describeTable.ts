import type { ContentItem, Sheet, TableColumn, TableRow } from "@lectern/contract";
import { createRowParser } from "./createRowParser.ts";

/** How the rows of a sheet become cells. */
export interface TableLayout {
  /** The index of the header; null if the sheet has none. */
  headerIndex: number | null;
  columns: readonly TableColumn[];
  toCells: (content: string) => string[];
}

/** The extraction looks for the header in as many rows (`addSheet.ts`). */
const maxHeaderCandidates = 15;
const maxCheckedRows = 20;
/** The rows that decide about columns, evenly spread over the sheet. */
const maxSampledRows = 500;
/** The extraction separates the cells of rows without names with it. */
const cellSeparator = " | ";

/**
 * Finds the columns of a sheet in the text of its rows, which is all that is stored of them: `Name: value; Name: value`
 * below a header, else `value | value` without the empty cells. Rows that cannot be divided into columns span them.
 */
export function describeTable(items: readonly ContentItem[], sheet: Sheet): TableLayout {
  const rows = items.slice(sheet.from, sheet.from + sheet.count).map(({ content }) => content);
  const headerPosition = findHeader(rows);
  if (headerPosition === null) return describeUnnamedTable(rows);
  const names = splitCells(rows[headerPosition] ?? "");
  const parseRow = createRowParser(names);
  const sample = takeSample(rows.slice(headerPosition + 1)).map(parseRow);
  const hasLead = sample.some(({ lead, valueCount }) => lead !== "" && valueCount > 0);
  const toCells = (content: string) => {
    const { lead, values, valueCount } = parseRow(content);
    if (valueCount === 0 || (lead !== "" && !hasLead)) return [content];
    return hasLead ? [lead, ...values] : [...values];
  };
  const sampledCells = sample.map(({ lead, values }) => (hasLead ? [lead, ...values] : values));
  const columns = describeColumns(hasLead ? [null, ...names] : names, sampledCells);
  return { headerIndex: sheet.from + headerPosition, columns, toCells };
}

/** Converts an item of the sheet to a row. */
export function toTableRow({ content, location }: ContentItem, { toCells }: TableLayout): TableRow {
  return { row: Number(location.row), cells: toCells(content) };
}

/** Returns the position of the first row whose cells name the values of the rows below; null if there is none. */
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

/** The empty cells are not stored, so there are columns only if no row has one. */
function describeUnnamedTable(rows: readonly string[]): TableLayout {
  const [count = 1, ...otherCounts] = new Set(rows.map((row) => splitCells(row).length));
  const toCells = otherCounts.length === 0 ? splitCells : (content: string) => [content];
  const names = Array.from({ length: otherCounts.length === 0 ? count : 1 }, () => null);
  const columns = describeColumns(names, takeSample(rows).map(toCells));
  return { headerIndex: null, columns, toCells };
}

/** Divides a row without names. */
export function splitCells(content: string): string[] {
  return content.split(cellSeparator);
}

function takeSample(rows: readonly string[]): string[] {
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
