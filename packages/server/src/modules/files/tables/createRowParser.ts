/** A row that was extracted as `Name: value; Name: value`. */
export interface NamedRow {
  /** The text before the first name: the values of columns without a name. */
  lead: string;
  /** The values by name; empty where the row has none. */
  values: readonly string[];
  /** The number of values with a name. */
  valueCount: number;
}

const cellSeparator = "; ";
const nameSeparator = ": ";

/**
 * Creates a function that takes rows apart, given the names of their columns. Names follow in the order of the columns,
 * so text such as `Age: 5` inside a later cell stays in it.
 */
export function createRowParser(names: readonly string[]): (content: string) => NamedRow {
  const columnsByName = new Map(names.map((name, column) => [name, column]));
  const maxSeparatorsInName = Math.max(0, ...names.map((name) => name.split(nameSeparator).length - 1));

  /** Returns the column whose name starts a cell at the offset; undefined: none does. */
  const findColumn = (content: string, offset: number): { column: number; valueStart: number } | undefined => {
    let found: { column: number; valueStart: number } | undefined;
    let end = offset;
    for (let count = 0; count <= maxSeparatorsInName; count++) {
      end = content.indexOf(nameSeparator, end);
      if (end < 0) break;
      const column = columnsByName.get(content.slice(offset, end));
      end += nameSeparator.length;
      if (column !== undefined) found = { column, valueStart: end };
    }
    return found;
  };

  return (content) => {
    const values = names.map(() => "");
    let lead = content;
    let last: { column: number; valueStart: number } | undefined;
    let valueCount = 0;
    const endCell = (end: number) => {
      if (last) values[last.column] = content.slice(last.valueStart, end);
      else lead = content.slice(0, Math.max(end, 0));
    };
    for (let offset = 0; ; ) {
      const found = findColumn(content, offset);
      if (found && found.column > (last?.column ?? -1)) {
        endCell(offset - cellSeparator.length);
        last = found;
        valueCount++;
      }
      const next = content.indexOf(cellSeparator, offset);
      if (next < 0) break;
      offset = next + cellSeparator.length;
    }
    if (last) endCell(content.length);
    return { lead, values, valueCount };
  };
}
