import type { Location } from "@lectern/contract";
import type { ItemCollector } from "../child/itemCollector.ts";

/** Characters of one piece of a table: about a page. */
const pieceLength = 3_000;
const mostColumns = 200;

/**
 * Adds a table as Markdown, its first row as its head. A long one comes in pieces that each repeat the head, so that a passage of it can be
 * read alone. A table of one cell or one column is a box around text: it comes as paragraphs.
 */
export function addTable(rows: readonly (readonly string[])[], place: () => Location, items: ItemCollector): void {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ""));
  const width = Math.min(mostColumns, Math.max(0, ...filled.map((row) => row.length)));
  if (width <= 1) {
    for (const row of filled) items.add(row[0] ?? "", place());
    return;
  }
  const [head = [], ...body] = filled.map((row) => line(row, width));
  const top = `${head}\n|${" --- |".repeat(width)}`;
  if (body.length === 0) {
    items.add(String(head), place(), "table", false);
    return;
  }
  let piece = top;
  for (const row of body) {
    if (piece.length + row.length > pieceLength && piece !== top) {
      items.add(piece, place(), "table", false);
      piece = top;
    }
    piece += `\n${row}`;
  }
  items.add(piece, place(), "table", false);
}

function line(row: readonly string[], width: number): string {
  const cells = Array.from({ length: width }, (_, index) => (row[index] ?? "").trim().replace(/\s*\n\s*|\s+/g, " "));
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
