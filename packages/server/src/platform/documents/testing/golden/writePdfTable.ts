import { pdfText } from "./createPdf.ts";

interface PdfTableLayout {
  /** The distance between two columns, and between two rows, in points. */
  columnGap?: number;
  rowHeight?: number;
  /** Columns whose values end below each other. */
  rightAligned?: ReadonlySet<number>;
}

const fontSize = 11;
/** Of a letter, in points: more than any letter of Helvetica that the tables use needs on average. */
const letterWidth = fontSize * 0.6;

/** Writes a table as a PDF draws it: each cell at its place, and nothing for an empty one. */
export function writePdfTable(
  rows: readonly (readonly string[])[],
  { columnGap = 14, rowHeight = 16, rightAligned = new Set() }: PdfTableLayout = {},
): string {
  const columnCount = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columnCount }, (_, column) =>
    Math.max(...rows.map((row) => (row[column]?.length ?? 0) * letterWidth)),
  );
  const lefts = widths.map((_, column) => widths.slice(0, column).reduce((sum, width) => sum + width + columnGap, 72));
  const operators = rows.flatMap((row, rowIndex) =>
    row.flatMap((text, column) => {
      if (text === "") return [];
      const indent = rightAligned.has(column) ? (widths[column] ?? 0) - text.length * letterWidth : 0;
      return [pdfText((lefts[column] ?? 0) + indent, 720 - rowIndex * rowHeight, escapePdf(text))];
    }),
  );
  return operators.join("\n");
}

export const escapePdf = (text: string) => text.replace(/[\\()]/g, "\\$&");
