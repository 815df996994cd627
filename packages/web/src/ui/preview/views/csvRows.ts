import { parseCsv } from "@lectern/contract";

export interface CsvSort {
  column: number;
  isAscending: boolean;
}

export interface CsvTable {
  columns: string[];
  rows: string[][];
}

/** Parses CSV or TSV with a header. The last field may be open. */
export function readCsv(text: string): CsvTable {
  const csv = isTabSeparated(text) ? toCommas(text) : text.replace(/^\uFEFF/, "");
  const [header = [], ...rows] = parseCsv(csv) ?? parseCsv(`${csv}"`) ?? [];
  const columnCount = rows.reduce((count, { length }) => Math.max(count, length), header.length);
  return { columns: [...header, ...Array.from({ length: columnCount - header.length }, () => "")], rows };
}

function isTabSeparated(text: string): boolean {
  const [firstLine = ""] = text.split("\n", 1);
  return firstLine.includes("\t") && !firstLine.includes(",");
}

const toCommas = (text: string) =>
  text
    .split("\n")
    .map((line) =>
      line
        .replace(/\r$/, "")
        .split("\t")
        .map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
        .join(","),
    )
    .join("\n");

/** Sorts rows by a column: numbers by their value, before texts; empty fields last. Equal rows keep their order. */
export function sortRows(rows: readonly string[][], { column, isAscending }: CsvSort): string[][] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const direction = isAscending ? 1 : -1;
  const keyed = rows.map((row) => {
    const text = (row[column] ?? "").trim();
    const number = text === "" ? Number.NaN : Number(text.replace(/(?<=\d)[,\s](?=\d{3}\b)|[%$€£]/g, ""));
    return { row, text, number };
  });
  keyed.sort((a, b) => {
    if (a.text === "" || b.text === "") return Number(a.text === "") - Number(b.text === "");
    const areNumbers = [!Number.isNaN(a.number), !Number.isNaN(b.number)];
    if (areNumbers[0] && areNumbers[1]) return (a.number - b.number) * direction;
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -direction : direction;
    return compare(a.text, b.text) * direction;
  });
  return keyed.map(({ row }) => row);
}
