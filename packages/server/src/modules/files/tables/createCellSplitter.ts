import type { ContentItem } from "@lectern/contract";

/** The text of a row, and the columns of its values, which documents of older readers do not have. */
export type StoredRow = Pick<ContentItem, "content" | "columns">;

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
  const headerNames = header?.content.split(unnamedSeparator) ?? [];
  const headerColumns = header?.columns ?? [];
  if (headerNames.length !== headerColumns.length) return null;
  const namesByColumn = new Map(headerColumns.map((column, position) => [column, headerNames[position] ?? ""]));
  const usedColumns = [...new Set([...headerColumns, ...rows.flatMap(({ columns = [] }) => columns)])].sort(
    (a, b) => a - b,
  );
  const positions = new Map(usedColumns.map((column, position) => [column, position]));
  const getPrefix = (column: number) => (namesByColumn.has(column) ? `${namesByColumn.get(column)}: ` : "");
  const separator = header ? namedSeparator : unnamedSeparator;

  const toCells = ({ content, columns = [] }: StoredRow): string[] => {
    const cells = usedColumns.map(() => "");
    let offset = 0;
    for (const [index, column] of columns.entries()) {
      const prefix = getPrefix(column);
      const nextColumn = columns[index + 1];
      const start = offset + prefix.length;
      const end = nextColumn === undefined ? content.length : content.indexOf(separator + getPrefix(nextColumn), start);
      if (!content.startsWith(prefix, offset) || end < 0) return [content];
      cells[positions.get(column) ?? 0] = content.slice(start, end);
      offset = end + separator.length;
    }
    // Without names, a separator inside a cell cannot be told from one between cells.
    return header || content.split(separator).length === columns.length ? cells : [content];
  };
  return { names: usedColumns.map((column) => namesByColumn.get(column) ?? null), toCells };
}
