import { expect, test } from "vitest";
import { computeColumnWidths, isCutRow } from "./columnWidths.ts";

const createColumn = (characters: number) => ({ name: null, characters, isNumeric: false });

test("a table whose cells are short has its own width, and one with long cells may grow until they are shown", () => {
  const short = computeColumnWidths([createColumn(8), createColumn(12)], 10);
  expect(short.maxTotalPx).toBe(short.totalPx);
  const long = computeColumnWidths([createColumn(8), createColumn(100)], 10);
  expect(long.maxTotalPx - long.totalPx).toBeGreaterThan(400);
});

test("a row can be opened if a cell is longer than its column, or if its only cell is longer than all columns", () => {
  const columns = [createColumn(8), createColumn(12)];
  expect(isCutRow({ row: 2, cells: ["Mannheim", "Temperature"] }, columns)).toBe(false);
  expect(isCutRow({ row: 2, cells: ["Mannheim am Rhein", "Temperature"] }, columns)).toBe(true);
  expect(isCutRow({ row: 2, cells: ["Measured weekly"] }, columns)).toBe(false);
  expect(isCutRow({ row: 2, cells: ["Measured weekly at four stations"] }, columns)).toBe(true);
});
