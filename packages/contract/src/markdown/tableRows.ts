/** Matches a row of bars, dashes and colons. Each character is read once, because answers can have very long lines. */
const delimiterCharacters = /^ {0,3}[|:\- \t]*\r?\n?$/;

/** True if the line separates the header of a table from its rows, such as `| --- | :-: |`. */
export const isDelimiterRow = (line: string): boolean => line.includes("-") && delimiterCharacters.test(line);

/** Small tables may consist mostly of empty cells. */
const minPaddedCells = 2_000;

/**
 * True if `src` starts with a table that has more cells than its text could fill. Each row gets a cell for every
 * column, so a short text could otherwise become millions of empty cells.
 */
export function isMostlyPadding(src: string): boolean {
  const [header = "", delimiterRow = ""] = src.split("\n", 2);
  if (!isDelimiterRow(delimiterRow)) return false;
  const end = src.search(/\n[ \t]*\n/);
  const rows = (end === -1 ? src : src.slice(0, end)).trimEnd();
  const cellCount = header.split("|").length * rows.split("\n").length;
  return cellCount > minPaddedCells && cellCount > rows.length;
}
