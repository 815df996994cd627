import { splitTableRow } from "@lectern/contract/markdown";
import { type SourceText, takePart, UnknownPositionError } from "./sourceText.ts";

/**
 * Returns the texts of the cells of a table row, of which the parser has read `texts`. A bar that is escaped in the row is
 * a bar in the text. A row may have more cells than the table, which are not shown, or fewer. Throws
 * `UnknownPositionError`.
 */
export function takeCells(row: SourceText, texts: readonly string[]): SourceText[] {
  const cells = splitTableRow(row.text, texts.length);
  return texts.map((text, index) => {
    const cell = cells[index] ?? { start: row.text.length, end: row.text.length };
    const raw = row.text.slice(cell.start, cell.end);
    const start = cell.start + raw.length - raw.trimStart().length;
    return unescapeBars(takePart(row, start, raw.trim()), text);
  });
}

function unescapeBars(cell: SourceText, text: string): SourceText {
  if (cell.text === text) return cell;
  const offsets = Array.from(cell.text.matchAll(/\\\||[\s\S]/g), ({ index, 0: { length } }) => index + length - 1);
  const unescaped = offsets.map((offset) => cell.text.charAt(offset)).join("");
  if (unescaped !== text) throw new UnknownPositionError();
  return { text, at: (index) => cell.at(offsets[index] ?? Number.NaN) };
}
