/** A spreadsheet would run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/;
/**
 * Where a cell begins in a spreadsheet whose separator is a semicolon or a tab, such as a German Excel. For that one,
 * quotation marks that follow a comma quote nothing, so line breaks also begin a cell. A space before a formula makes it
 * text.
 */
const innerFormulaStart = /([;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/**
 * Returns a CSV file (RFC 4180), in which no text is a formula for a spreadsheet. The mark at its start tells Excel that
 * it is UTF-8.
 */
export const formatCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(formatCell).join(",")}\r\n`).join("")}`;

function formatCell(value: string | number | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = (formulaStart.test(value) ? `'${value}` : value).replace(innerFormulaStart, "$1 ");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
