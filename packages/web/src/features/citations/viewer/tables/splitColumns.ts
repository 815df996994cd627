/** A longer cell is running text in which a gap between words happens to be wide. */
const maxCellCharacters = 80;

/**
 * Returns the cells of each line if a paragraph consists of rows of a table, whose cells two or more spaces separate, as
 * in the text of a PDF, or there the sign `|` if some are empty. Returns null if it does not. Two spaces after each sentence are no columns.
 */
export function splitColumns(text: string, { isInPdf = false } = {}): string[][] | null {
  const isSigned = isInPdf && signPattern.test(text);
  if (!isSigned && ![...text.matchAll(/\S {2,}(?=\S)/g)].some(({ 0: gap }) => !isSentenceEnd(gap))) return null;
  const rows = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) =>
      isSigned && signPattern.test(line) ? line.split("|").map((cell) => cell.trim()) : line.trim().split(/ {2,}/),
    );
  const multiCellCount = rows.filter((cells) => cells.length > 1).length;
  const hasShortCells = rows.flat().every((cell) => cell.length <= maxCellCharacters);
  return multiCellCount > 0 && multiCellCount * 2 >= rows.length && hasShortCells ? rows : null;
}

const signPattern = /(?:^| )\|(?: |$)/m;
const isSentenceEnd = (gap: string) => /^[.:!?…”"’)] {2}$/.test(gap);
