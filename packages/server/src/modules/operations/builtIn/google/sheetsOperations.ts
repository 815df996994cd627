import * as z from "zod/mini";
import { AppError } from "../../../../core/appError.ts";
import { type BuiltInOperation, readJson, required } from "../builtInOperation.ts";

const integration = "google_sheets";
const spreadsheet = "/v4/spreadsheets/${spreadsheetId}";
const spreadsheetId = required(
  "spreadsheetId",
  "The id of the spreadsheet, as in its address behind /spreadsheets/d/.",
);

/** https://developers.google.com/workspace/sheets/api/reference/rest */
export const sheetsOperations: readonly BuiltInOperation[] = [
  {
    id: "google_sheets_list_sheets",
    integration,
    description: "Lists the sheets of a spreadsheet in the person’s Google Sheets with their sizes.",
    method: "GET",
    path: `${spreadsheet}?fields=properties(title),sheets(properties(title,gridProperties(rowCount,columnCount)))`,
    params: [spreadsheetId],
  },
  {
    id: "google_sheets_read_range",
    integration,
    description: "Reads the values of a range in a spreadsheet of the person’s Google Sheets, row by row.",
    method: "GET",
    path: `${spreadsheet}/values/\${range}?fields=range,values`,
    params: [spreadsheetId, required("range", "In A1 notation, such as Sheet1!A1:D50; a sheet’s name for all of it.")],
  },
  {
    id: "google_sheets_append_rows",
    integration,
    description: "Adds rows after a table in a spreadsheet of the person’s Google Sheets.",
    method: "POST",
    // Values are stored as they are: a formula could send cells to another server.
    path: `${spreadsheet}/values/\${range}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS&fields=updates(updatedRange,updatedRows)`,
    params: [
      spreadsheetId,
      required("range", "A range in the table, in A1 notation, such as Sheet1!A1:D1."),
      required("rows", 'JSON: a list of rows, each a list of values, such as [["Ada",3],["Max",5]].'),
    ],
    toBody: ({ rows }) => ({ values: readRows(rows) }),
  },
];

const Rows = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])));

function readRows(value: unknown): z.infer<typeof Rows> {
  const rows = z.safeParse(Rows, readJson(value, "rows")).data;
  if (rows) return rows;
  throw new AppError("invalidInput", { userMessage: "The parameter “rows” must be a list of lists of values." });
}
