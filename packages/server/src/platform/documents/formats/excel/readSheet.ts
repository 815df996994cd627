import type { Readable } from "node:stream";
import { documentLimits } from "../../documentLimits.ts";
import { parseColumn } from "./cellReference.ts";
import { createTextReader, decodeEscapes } from "./createTextReader.ts";
import { readXmlPart } from "./readXmlPart.ts";

/** A cell as the file stores it. */
export interface Cell {
  /** ECMA-376, 18.18.11; may be empty for a number. */
  type: string;
  value: string;
  /** Index of the cell style. */
  style: number;
  /** A formula whose result the file does not contain; else null. */
  formula: string | null;
}

export interface SheetListener {
  /** The number of rows at the top that do not scroll. Arrives before the rows. */
  onFrozenRows(count: number): void;
  /** Receives each row with values: its number from 1, and its non-empty cells by column from 0. */
  onRow(row: number, cells: ReadonlyMap<number, Cell>): void;
  /** A row has values in columns after `documentLimits.columns`, which are dropped. */
  onDroppedColumns(): void;
}

/** Reads a sheet row by row. Does not trust its declared size. */
export async function readSheet(stream: Readable, listener: SheetListener): Promise<void> {
  let row = 0;
  let column = -1;
  let cells = new Map<number, Cell>();
  let cell: Cell = { type: "", value: "", style: 0, formula: null };
  let reference = "";
  let hasResult = false;
  const inlineText = createTextReader();
  /** The first cell of each formula that several cells share, by the formula's index. */
  const sharedFormulas = new Map<string, string>();
  let sharedIndex = "";
  await readXmlPart(
    stream,
    (name, attributes) => {
      inlineText.open(name, attributes);
      const { r, t = "", s = "0", si = "", ySplit = "", state = "" } = attributes;
      if (name === "pane" && state.startsWith("frozen")) listener.onFrozenRows(Number(ySplit));
      if (name === "row") {
        row = Number(r) > 0 ? Number(r) : row + 1;
        column = -1;
        cells = new Map();
      }
      if (name === "f") sharedIndex = t === "shared" ? si : "";
      if (name !== "c") return;
      column = r === undefined ? column + 1 : parseColumn(r, column + 1);
      reference = r ?? "";
      cell = { type: t, value: "", style: Number(s), formula: null };
      inlineText.take();
      hasResult = false;
    },
    (name, text) => {
      inlineText.close(name, text);
      if (name === "f") {
        if (sharedIndex !== "" && text !== "") sharedFormulas.set(sharedIndex, reference);
        const source = sharedFormulas.get(sharedIndex);
        cell.formula = text !== "" ? `=${text}` : source ? `=(as in ${source})` : "=(unknown formula)";
      }
      if (name === "v") {
        cell.value = cell.type === "str" ? decodeEscapes(text) : text;
        // A text formula can have an empty result.
        hasResult = text !== "" || cell.type === "str";
      }
      if (name === "c") {
        if (cell.type === "inlineStr") cell.value = inlineText.take();
        if (hasResult || cell.value !== "") cell.formula = null;
        if (cell.value === "" && cell.formula === null) return;
        if (column < documentLimits.columns) cells.set(column, cell);
        else listener.onDroppedColumns();
      }
      if (name === "row" && cells.size > 0) listener.onRow(row, cells);
    },
  );
}
