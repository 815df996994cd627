import type { ContentItem } from "@lectern/contract";

/**
 * The text of a row, the columns of its values and, for a header, the names of the columns. Documents of older readers
 * do not have the columns or the names.
 */
export type StoredRow = Pick<ContentItem, "content" | "columns" | "names">;

interface CellSplitter {
  /** The names of the columns in use; null: without a name. */
  names: readonly (string | null)[];
  /** Returns one text for all columns if the row cannot be divided. */
  toCells: (row: StoredRow) => string[];
}

/** Between the values of a row below a header, and of one without. */
const namedSeparator = "; ";
export const unnamedSeparator = " | ";

/**
 * Divides the rows of a sheet by the columns that are stored with them. Returns null if a row has none stored, or if the
 * header contains the separator of its cells.
 */
export function createCellSplitter(rows: readonly StoredRow[], header: StoredRow | null): CellSplitter | null {
  if (!rows.every(({ columns }) => columns !== undefined)) return null;
  const namesByColumn = header ? listNames(header) : new Map<number, string>();
  if (namesByColumn === null) return null;
  const usedColumns = [...new Set([...namesByColumn.keys(), ...rows.flatMap(({ columns = [] }) => columns)])].sort(
    (a, b) => a - b,
  );
  const positions = new Map(usedColumns.map((column, position) => [column, position]));
  const getPrefix = (column: number) => (namesByColumn.has(column) ? `${namesByColumn.get(column)}: ` : "");

  const toCells = ({ content, columns = [] }: StoredRow): string[] => {
    const cells = usedColumns.map(() => "");
    if (!header) {
      const texts = splitByPlaces(content, columns);
      if (!texts) return [content];
      for (const [index, column] of columns.entries()) cells[positions.get(column) ?? 0] = texts[index] ?? "";
      return cells;
    }
    let offset = 0;
    for (const [index, column] of columns.entries()) {
      const prefix = getPrefix(column);
      const nextColumn = columns[index + 1];
      const start = offset + prefix.length;
      const end =
        nextColumn === undefined ? content.length : content.indexOf(namedSeparator + getPrefix(nextColumn), start);
      if (!content.startsWith(prefix, offset) || end < 0) return [content];
      cells[positions.get(column) ?? 0] = content.slice(start, end);
      offset = end + namedSeparator.length;
    }
    return cells;
  };
  return { names: usedColumns.map((column) => namesByColumn.get(column) ?? null), toCells };
}

/** Returns null for a header without stored names that contains the separator of its cells. */
function listNames({ content, columns = [], names }: StoredRow): Map<number, string> | null {
  if (names) return new Map(names.flatMap((name, column) => (name === null ? [] : [[column, name] as const])));
  const texts = content.split(unnamedSeparator);
  if (texts.length !== columns.length) return null;
  return new Map(columns.map((column, position) => [column, texts[position] ?? ""]));
}

/**
 * Divides a row without names. Older readers dropped its empty cells. Returns null if a cell contains the separator,
 * because that cannot be told from one between cells.
 */
function splitByPlaces(content: string, columns: readonly number[]): string[] | null {
  const texts = content.split(unnamedSeparator);
  if (texts.length === columns.length) return texts;
  const firstColumn = (columns.at(-1) ?? 0) - texts.length + 1;
  const values = columns.map((column) => texts[column - firstColumn] ?? "");
  const valueCount = texts.filter((text) => text.trim() !== "").length;
  return values.every((value) => value.trim() !== "") && valueCount === columns.length ? values : null;
}
