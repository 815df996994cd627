import { dateFromSerial, format, getFormatFromId, isDateFormat } from "numfmt";
import { type Archive, openArchive } from "../child/archive.ts";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { tooLargeError } from "../readFailures.ts";
import { createSheetAdder } from "./addSheet.ts";
import { type Cell, readSheet } from "./excel/readSheet.ts";
import { readXmlPart } from "./excel/readXmlPart.ts";

/**
 * Reads Excel: streams the sheets in order, row by row. Cells are formatted as Excel shows them; formulas are their
 * results.
 */
export const readExcel: FormatReader = async (input, items) => {
  const archive = await openArchive(input.path);
  try {
    const { sheets, is1904 } = await readWorkbook(archive);
    const strings = await readStrings(archive);
    const formats = await readFormats(archive);
    const toText = (cell: Cell) => formatCell(cell, strings, formats, is1904);
    for (const [index, { name, path }] of sheets.entries()) {
      // A chart sheet has no such part.
      if (!archive.has(path)) continue;
      const adder = createSheetAdder(name, items);
      await readSheet(await archive.stream(path), (row, cells) => {
        const texts: string[] = [];
        for (const [column, cell] of cells) texts[column] = toText(cell);
        adder.add({ row, cells: Array.from(texts, (text) => text ?? "") });
      });
      adder.end();
      input.onProgress(((index + 1) / sheets.length) * 100);
    }
    return { props: { sheets: sheets.length } };
  } finally {
    archive.close();
  }
};

async function readWorkbook(archive: Archive) {
  const targets = new Map<string, string>();
  await readXmlPart(await archive.stream("xl/_rels/workbook.xml.rels"), (name, { Id, Target }) => {
    if (name === "Relationship" && Id && Target)
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
  });
  const sheets: { name: string; path: string }[] = [];
  let is1904 = false;
  await readXmlPart(await archive.stream("xl/workbook.xml"), (name, attributes) => {
    if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
    const path = targets.get(attributes["r:id"] ?? attributes["d3p1:id"] ?? "");
    if (name === "sheet" && path !== undefined) sheets.push({ name: attributes.name ?? "", path });
  });
  return { sheets, is1904 };
}

async function readStrings(archive: Archive): Promise<readonly string[]> {
  if (!archive.has("xl/sharedStrings.xml")) return [];
  const strings: string[] = [];
  let characters = 0;
  let isPhonetic = false;
  let current = "";
  await readXmlPart(
    await archive.stream("xl/sharedStrings.xml"),
    (name) => {
      if (name === "si") current = "";
      if (name === "rPh") isPhonetic = true;
    },
    (name, text) => {
      if (name === "rPh") isPhonetic = false;
      if (name === "t" && !isPhonetic) current += text;
      if (name !== "si") return;
      characters += current.length;
      if (characters > documentLimits.characters)
        throw tooLargeError(`${documentLimits.characters / 1_000_000} million characters of text`);
      strings.push(current);
    },
  );
  return strings;
}

/** The number format of each cell style. */
async function readFormats(archive: Archive): Promise<readonly string[]> {
  if (!archive.has("xl/styles.xml")) return [];
  const custom = new Map<number, string>();
  const formats: string[] = [];
  let isCells = false;
  await readXmlPart(
    await archive.stream("xl/styles.xml"),
    (name, { numFmtId = "0", formatCode }) => {
      if (name === "numFmt" && formatCode) custom.set(Number(numFmtId), formatCode);
      if (name === "cellXfs") isCells = true;
      if (name === "xf" && isCells) formats.push(custom.get(Number(numFmtId)) ?? builtInFormat(Number(numFmtId)));
    },
    (name) => {
      if (name === "cellXfs") isCells = false;
    },
  );
  return formats;
}

/** Excel shows dates of these formats in the reader's locale. ISO 8601 is unambiguous in every locale. */
const dateIds: Readonly<Record<number, string>> = { 14: "yyyy-mm-dd", 22: "yyyy-mm-dd hh:mm" };

function builtInFormat(id: number): string {
  return dateIds[id] ?? getFormatFromId(id) ?? "General";
}

function formatCell(
  { type, value, style }: Cell,
  strings: readonly string[],
  formats: readonly string[],
  is1904: boolean,
): string {
  switch (type) {
    case "s":
      return strings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "str":
    case "inlineStr":
    case "e":
    case "d":
      return value;
    default:
      return formatNumber(value, formats[style] ?? "General", is1904);
  }
}

/** Days between the epochs of Excel's 1900 and 1904 calendars. */
const days1904 = 1_462;

function formatNumber(value: string, pattern: string, is1904: boolean): string {
  const number = Number(value);
  if (value === "" || !Number.isFinite(number)) return value;
  try {
    if (!isDateFormat(pattern)) return format(pattern, number).trim();
    const serial = is1904 ? number + days1904 : number;
    // A date without a four-digit year is ambiguous, so write it in ISO format.
    return /yyyy|e/i.test(pattern) || !/y|d/i.test(pattern) ? format(pattern, serial) : isoDate(serial);
  } catch {
    // An invalid pattern, which Excel would reject too.
    return value;
  }
}

function isoDate(serial: number): string {
  const [year, month, day] = dateFromSerial(serial);
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
