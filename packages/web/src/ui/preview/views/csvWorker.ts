import { type CsvSort, type CsvTable, readCsv, sortRows } from "./csvRows.ts";
import { rowsPerPage } from "./rowsPerPage.ts";

/** A worker that holds a table, so that reading and sorting many rows does not block the page. */
export type CsvRequest =
  | { type: "read"; text: string }
  | { type: "sort"; sort: CsvSort }
  | { type: "rows"; from: number };

/** `read`: the columns and the number of rows. `rows`: the rows of one page, in the order of the last `sort`. */
export type CsvReply =
  | { type: "read"; columns: string[]; rowCount: number; widths: number[] }
  | { type: "sorted" }
  | { type: "rows"; from: number; rows: string[][] };

/** The view cuts longer fields anyway. */
const maxFieldLength = 500;

let table: CsvTable = { columns: [], rows: [] };
let shownRows: readonly string[][] = [];
const reply = (message: CsvReply) => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<CsvRequest>) => {
  switch (data.type) {
    case "read":
      table = readCsv(data.text);
      shownRows = table.rows;
      reply({ type: "read", columns: table.columns, rowCount: table.rows.length, widths: measureColumns(table) });
      return;
    case "sort":
      shownRows = sortRows(table.rows, data.sort);
      reply({ type: "sorted" });
      return;
    case "rows": {
      const { from } = data;
      const rows = shownRows
        .slice(from, from + rowsPerPage)
        .map((row) => row.map((field) => field.slice(0, maxFieldLength)));
      reply({ type: "rows", from, rows });
    }
  }
});

/** The width of each column in characters, from its first rows. */
function measureColumns({ columns, rows }: CsvTable): number[] {
  return columns.map((name, column) =>
    rows
      .slice(0, 200)
      .reduce((width, row) => Math.max(width, Math.min(40, (row[column] ?? "").length)), Math.min(40, name.length + 2)),
  );
}
