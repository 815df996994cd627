import type { Readable } from "node:stream";
import { documentLimits } from "../../documentLimits.ts";
import { readXmlPart } from "./readXmlPart.ts";

/** A cell as the file stores it. */
export interface Cell {
  /** ECMA-376, 18.18.11; may be empty for a number. */
  type: string;
  value: string;
  /** Index of the cell style. */
  style: number;
}

/**
 * Calls `onRow` for each row with values: with its number from 1, and its non-empty cells by column from 0. Does not
 * trust the declared size of the sheet.
 */
export async function readSheet(
  stream: Readable,
  onRow: (row: number, cells: ReadonlyMap<number, Cell>) => void,
): Promise<void> {
  let row = 0;
  let column = -1;
  let cells = new Map<number, Cell>();
  let cell: Cell = { type: "", value: "", style: 0 };
  let inlineText = "";
  await readXmlPart(
    stream,
    (name, { r, t = "", s = "0" }) => {
      if (name === "row") {
        row = Number(r) > 0 ? Number(r) : row + 1;
        column = -1;
        cells = new Map();
      }
      if (name !== "c") return;
      column = r === undefined ? column + 1 : parseColumn(r, column + 1);
      cell = { type: t, value: "", style: Number(s) };
      inlineText = "";
    },
    (name, text) => {
      if (name === "v") cell.value = text;
      if (name === "t") inlineText += text;
      if (name === "c" && column < documentLimits.columns) {
        if (cell.type === "inlineStr") cell.value = inlineText;
        if (cell.value !== "") cells.set(column, cell);
      }
      if (name === "row" && cells.size > 0) onRow(row, cells);
    },
  );
}

/** Returns the column of a cell reference, counted from 0: 1 for `B7`. Returns `fallback` for an invalid reference. */
function parseColumn(reference: string, fallback: number): number {
  const letters = /^([A-Z]{1,3})\d/.exec(reference)?.[1];
  if (letters === undefined) return fallback;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
