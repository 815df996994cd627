import type { Table, TableCell } from "../tables/tableGrid.ts";

export interface TableBuilder {
  /** An element of the table begins. */
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  /** Adds text to the current cell or to the caption. */
  addText(text: string): void;
  getTable(): Table;
  /** True if the table has a `thead` or a `th`. */
  hasNames(): boolean;
  getCaption(): string;
}

/** Collects the rows and cells of an HTML table. Rows of `thead`, or of `th` alone at the top, are its header. */
export function createTableBuilder(): TableBuilder {
  const rows: (TableCell & { isName: boolean })[][] = [];
  let caption = "";
  let isInCaption = false;
  let isInHead = false;
  let headRowCount = 0;
  return {
    open(name, { rowspan = "", colspan = "" }) {
      if (name === "caption") isInCaption = true;
      if (name === "thead") isInHead = true;
      if (name === "tr") {
        rows.push([]);
        if (isInHead) headRowCount = rows.length;
      }
      if (name !== "td" && name !== "th") return;
      if (rows.length === 0) rows.push([]);
      rows
        .at(-1)
        ?.push({ text: "", isName: name === "th", rowSpan: parseSpan(rowspan, true), columnSpan: parseSpan(colspan) });
    },
    close(name) {
      if (name === "caption") isInCaption = false;
      if (name === "thead") isInHead = false;
    },
    addText(text) {
      if (isInCaption) caption = [caption, text].filter((part) => part !== "").join("\n");
      const cell = rows.at(-1)?.at(-1);
      if (cell && !isInCaption) cell.text = cell.text === "" ? text : `${cell.text}\n${text}`;
    },
    getTable() {
      const firstBodyRow = rows.findIndex((row) => row.length > 0 && !row.every(isNameOrEmpty));
      // Names alone, as in a row of a timetable, are no header.
      const nameRowCount = firstBodyRow < 0 ? 0 : rows.slice(0, firstBodyRow).length;
      const isAcross = headRowCount === 0 && rows.length > 1 && rows.every(startsWithName);
      return { rows, headerRows: Math.max(headRowCount, nameRowCount), ...(isAcross && { isAcross }) };
    },
    hasNames: () => headRowCount > 0 || rows.some((row) => row.some(({ isName }) => isName)),
    getCaption: () => caption,
  };
}

const startsWithName = ([first, ...others]: readonly { isName: boolean }[]) =>
  first?.isName === true && others.length > 0 && others.every(({ isName }) => !isName);

/** The corner of a table can be an empty `td`. */
const isNameOrEmpty = ({ isName, text }: { isName: boolean; text: string }) => isName || text.trim() === "";

/** `0` means up to the end of the table for rows (HTML, 4.9.11). */
function parseSpan(text: string, isRows = false): number {
  const span = Number.parseInt(text, 10);
  if (isRows && span === 0) return 65_534;
  return span > 1 ? Math.min(span, isRows ? 65_534 : 1_000) : 1;
}
