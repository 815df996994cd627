import { createSampleWord, createWordParagraph } from "../samples.ts";
import { createOpenSheet, openCell } from "./createOpenSheet.ts";
import { createWorkbook, toLetters } from "./createWorkbook.ts";
import type { Area, RandomTable } from "./randomTable.ts";

type Writer = (table: RandomTable) => string | Uint8Array;

/** Writes a table in each format that can have merged cells, by the extension of the file. */
export const tableWriters: Readonly<Record<string, Writer>> = {
  xlsx: ({ cells, areas }) => createWorkbook([{ rows: cells, merged: areas.map(toReference) }]),
  ods: (table) =>
    createOpenSheet({
      Plan: mapCells(table, (text, area) => {
        if (area === "covered") return "<table:covered-table-cell/>";
        const spans = area
          ? `table:number-rows-spanned="${area.bottom - area.top + 1}" table:number-columns-spanned="${area.right - area.left + 1}"`
          : "";
        return openCell(
          /^-?\d+$/.test(text) ? `office:value-type="float" office:value="${text}" ${spans}` : spans,
          escapeXml(text),
        );
      }),
    }),
  html: (table) =>
    `<table>${mapCells(table, (text, area) => {
      if (area === "covered") return "";
      const spans = area ? ` rowspan="${area.bottom - area.top + 1}" colspan="${area.right - area.left + 1}"` : "";
      return `<td${spans}>${escapeXml(text)}</td>`;
    })
      .map((cells) => `<tr>${cells.join("")}</tr>`)
      .join("")}</table>`,
  docx: (table) =>
    createSampleWord(
      `<w:tbl>${table.cells
        .map(
          (row, rowIndex) =>
            `<w:tr>${row.map((cell, column) => createWordCell(table, cell, rowIndex, column)).join("")}</w:tr>`,
        )
        .join("")}</w:tbl>`,
    ),
};

/** A comma-separated file has no merged cells, so each value stands in all cells of its area. */
export const writeCsv: Writer = ({ cells, areas }) =>
  cells
    .map((row, rowIndex) =>
      row
        .map((cell, column) => {
          const area = areas.find((each) => contains(each, rowIndex, column));
          return `"${(area ? cells[area.top]?.[area.left] : cell) ?? ""}"`;
        })
        .join(","),
    )
    .join("\r\n");

function createWordCell({ areas }: RandomTable, cell: string | number | null, row: number, column: number): string {
  const area = areas.find((each) => contains(each, row, column));
  if (area && column > area.left) return "";
  const width = area && area.right > area.left ? `<w:gridSpan w:val="${area.right - area.left + 1}"/>` : "";
  const merge = area && area.bottom > area.top ? `<w:vMerge${row === area.top ? ' w:val="restart"' : ""}/>` : "";
  return `<w:tc><w:tcPr>${width}${merge}</w:tcPr>${createWordParagraph(escapeXml(String(cell ?? "")))}</w:tc>`;
}

function mapCells(
  { cells, areas }: RandomTable,
  create: (text: string, area: Area | "covered" | undefined) => string,
): string[][] {
  return cells.map((row, rowIndex) =>
    row.map((cell, column) => {
      const area = areas.find((each) => contains(each, rowIndex, column));
      const isFirst = area?.top === rowIndex && area.left === column;
      return create(String(cell ?? ""), area && !isFirst ? "covered" : area);
    }),
  );
}

const contains = ({ top, left, bottom, right }: Area, row: number, column: number) =>
  row >= top && row <= bottom && column >= left && column <= right;
const toReference = ({ top, left, bottom, right }: Area) =>
  `${toLetters(left)}${top + 1}:${toLetters(right)}${bottom + 1}`;
const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
