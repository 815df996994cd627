/** A spreadsheet would run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/;
/**
 * A formula within a text, for a spreadsheet whose separator is a semicolon or a tab, such as a German Excel. It takes the
 * quotation marks that begin our second and later cells for text, because no separator of its own precedes them. So it
 * begins a cell, which may be quoted, at each of its separators and line breaks in such a text. A space before the formula
 * makes it text.
 */
const innerFormulaStart = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

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
