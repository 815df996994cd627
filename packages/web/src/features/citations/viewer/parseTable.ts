export interface ParsedTable {
  header: readonly string[] | null;
  rows: readonly (readonly string[])[];
}

/** A table in Markdown's way of writing, its cells as plain text; null: it is none. */
export function parseTable(text: string): ParsedTable | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0 || !lines.every((line) => line.trim().startsWith("|"))) return null;
  const hasHeader = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*$/.test(lines[1] ?? "");
  const [first, ...others] = lines.map(cellsOf);
  if (!first) return null;
  return hasHeader ? { header: first, rows: others.slice(1) } : { header: null, rows: [first, ...others] };
}

function cellsOf(line: string): string[] {
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
