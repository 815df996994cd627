export interface ParsedTable {
  header: readonly string[] | null;
  rows: readonly (readonly string[])[];
}

/** Parses a Markdown table with plain text cells. Returns null if the text is not a table. */
export function parseTable(text: string): ParsedTable | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0 || !lines.every((line) => line.trim().startsWith("|"))) return null;
  const hasHeader = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*$/.test(lines[1] ?? "");
  const [firstRow, ...otherRows] = lines.map(splitCells);
  if (!firstRow) return null;
  return hasHeader ? { header: firstRow, rows: otherRows.slice(1) } : { header: null, rows: [firstRow, ...otherRows] };
}

function splitCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replace(/<br\s*\/?>/gi, "\n")
      .replaceAll("\\|", "|"),
  );
}
