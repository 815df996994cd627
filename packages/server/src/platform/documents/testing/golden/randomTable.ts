import fc from "fast-check";

/** A merged area of a table, with rows and columns from 0. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A table of known content. Each merged value stands in the first cell of its area; the others are null. */
export interface RandomTable {
  cells: (string | number | null)[][];
  areas: Area[];
  headerRowCount: number;
  /** What the text must hold: the values of each row by the names of the columns. Empty cells have none. */
  expectedRows: Record<string, string>[];
}

const words = ["Heron", "Möwe", "潮汐", "مرفأ", "נמל", "гавань", "a, b", "5 o'clock", "x & y", "Zoë"];

/**
 * Tables with a header of one or two levels, merged areas, empty cells, long and negative numbers and several scripts. The
 * last column has numbers in all rows, which confirm the header.
 */
export const randomTable: fc.Arbitrary<RandomTable> = fc
  .record({
    columnCount: fc.integer({ min: 3, max: 6 }),
    rowCount: fc.integer({ min: 2, max: 8 }),
    groupSizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }),
    hasTwoLevels: fc.boolean(),
    areas: fc.array(
      fc.record({
        top: fc.nat(7),
        left: fc.integer({ min: 1, max: 5 }),
        height: fc.integer({ min: 1, max: 3 }),
        width: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 4 },
    ),
    emptyCells: fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 5 })), { maxLength: 3 }),
    numberColumn: fc.integer({ min: 1, max: 5 }),
    numbers: fc.array(fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ columnCount, rowCount, groupSizes, hasTwoLevels, areas, emptyCells, numberColumn, numbers }) => {
    const header = hasTwoLevels ? createTwoLevels(columnCount + 1, groupSizes) : createOneLevel(columnCount + 1);
    const headerRowCount = header.cells.length;
    const values = Array.from({ length: rowCount }, (_, row) =>
      Array.from({ length: columnCount + 1 }, (__, column): string | number | null => {
        if (column === columnCount) return row - 3;
        if (column > 0 && emptyCells.some(([emptyRow, emptyColumn]) => emptyRow === row && emptyColumn === column))
          return null;
        if (column === numberColumn) return numbers[row] ?? row;
        return `${words[(row * columnCount + column) % words.length]} ${row}-${column}`;
      }),
    );
    const bodyAreas: Area[] = [];
    for (const { top, left, height, width } of areas) {
      const area = {
        top,
        left,
        bottom: Math.min(top + height, rowCount) - 1,
        right: Math.min(left + width, columnCount) - 1,
      };
      const isSingle = area.bottom <= area.top && area.right <= area.left;
      if (top >= rowCount || left >= columnCount || isSingle || bodyAreas.some((other) => overlaps(area, other)))
        continue;
      bodyAreas.push(area);
    }
    const shownValues = values.map((row) => [...row]);
    for (const { top, left, bottom, right } of bodyAreas) {
      const value = values[top]?.[left] ?? null;
      for (let row = top; row <= bottom; row++)
        for (let column = left; column <= right; column++) {
          setCell(shownValues, row, column, value);
          if (row !== top || column !== left) setCell(values, row, column, null);
        }
    }
    return {
      cells: [...header.cells, ...values],
      areas: [
        ...header.areas,
        ...bodyAreas.map((area) => ({ ...area, top: area.top + headerRowCount, bottom: area.bottom + headerRowCount })),
      ],
      headerRowCount,
      expectedRows: shownValues.map((row) =>
        Object.fromEntries(
          row.flatMap((value, column) => (value === null ? [] : [[header.names[column] ?? "", String(value)]])),
        ),
      ),
    };
  });

interface RandomHeader {
  cells: (string | null)[][];
  areas: Area[];
  names: string[];
}

function createOneLevel(columnCount: number): RandomHeader {
  const names = Array.from({ length: columnCount }, (_, column) => `Name ${toLetter(column)}`);
  return { cells: [names], areas: [], names };
}

/** The first column has one name; above the others stand groups of columns. */
function createTwoLevels(columnCount: number, groupSizes: readonly number[]): RandomHeader {
  const upper: (string | null)[] = ["Key"];
  const lower: (string | null)[] = [null];
  const areas: Area[] = [{ top: 0, left: 0, bottom: 1, right: 0 }];
  const names = ["Key"];
  for (let group = 0; names.length < columnCount; group++) {
    const left = names.length;
    const remaining = columnCount - left;
    // The first group has at least two columns, because otherwise there are no groups.
    const size = Math.min(group === 0 ? Math.max(2, groupSizes[0] ?? 2) : (groupSizes[group] ?? 1), remaining);
    const name = `Group ${toLetter(group)}`;
    for (let index = 0; index < size; index++) {
      upper.push(index === 0 ? name : null);
      lower.push(size === 1 ? null : `Part ${index + 1}`);
      names.push(size === 1 ? name : `${name} / Part ${index + 1}`);
    }
    areas.push({ top: 0, left, bottom: size === 1 ? 1 : 0, right: left + size - 1 });
  }
  return { cells: [upper, lower], areas, names };
}

const toLetter = (index: number) => String.fromCharCode(65 + index);

const overlaps = (area: Area, other: Area) =>
  area.top <= other.bottom && other.top <= area.bottom && area.left <= other.right && other.left <= area.right;

function setCell<Cell>(rows: Cell[][], row: number, column: number, value: Cell): void {
  const cells = rows[row];
  if (cells) cells[column] = value;
}
