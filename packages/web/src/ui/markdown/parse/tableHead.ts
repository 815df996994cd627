import { isDelimiterRow } from "@lectern/contract/markdown";

/** Returns the header and the delimiter row of the first table in `text`; "" if it has none with two columns. */
export function findTableHead(text: string): string {
  let previousLine = "";
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf("\n", start);
    if (lineBreak === -1) return "";
    const line = text.slice(start, lineBreak + 1);
    if (previousLine.includes("|") && line.includes("|") && isDelimiterRow(line)) return previousLine + line;
    previousLine = line;
    start = lineBreak + 1;
  }
  return "";
}
