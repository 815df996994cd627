import { documentLimits } from "../../documentLimits.ts";
import { type GridRow, getTextAt, type MergedArea } from "./tableGrid.ts";

export type AreaFiller = (row: GridRow, newAreas?: readonly MergedArea[]) => GridRow;

const maxRepeatedColumns = 100;

/**
 * Creates a function that puts the values of merged areas into all rows and columns of a sheet that they cover. It takes
 * the rows in ascending order. Areas that overlap an earlier one are ignored. The value of a very wide area stands only in
 * its first column, because a title can be merged over thousands of empty columns. Areas that begin in a row can also be
 * passed with it.
 */
export function createAreaFiller(areas: readonly MergedArea[]): AreaFiller {
  const waitingAreas = [...areas].sort((a, b) => a.top - b.top || a.left - b.left);
  let nextArea = 0;
  const openAreas = new Map<number, { area: MergedArea; text: string }>();
  const open = (area: MergedArea, row: GridRow) => {
    const { left, top, bottom } = area;
    if (left >= documentLimits.columns) return;
    const width = area.right - left < maxRepeatedColumns ? area.right - left + 1 : 1;
    const columns = Array.from({ length: Math.min(width, documentLimits.columns - left) }, (_, index) => left + index);
    if (bottom < row.row || columns.some((column) => openAreas.has(column))) return;
    // If the first row of the area is blank, so is its value.
    const text = top === row.row ? (row.cells[left] ?? "") : "";
    for (const column of columns) openAreas.set(column, { area, text });
  };
  return (row, newAreas = []) => {
    for (const [column, { area }] of openAreas) if (area.bottom < row.row) openAreas.delete(column);
    for (let area = waitingAreas[nextArea]; area && area.top <= row.row; area = waitingAreas[++nextArea])
      open(area, row);
    for (const area of newAreas) open(area, row);
    if (openAreas.size === 0) return row;
    const cells = [...row.cells];
    const rowAreas = new Map<number, MergedArea>();
    for (const [column, { area, text }] of openAreas) {
      cells[column] = getTextAt(text, area, row.row, column) || (cells[column] ?? "");
      rowAreas.set(column, area);
    }
    return { ...row, cells: Array.from(cells, (cell) => cell ?? ""), areas: rowAreas };
  };
}
