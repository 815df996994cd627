import { dateFromSerial, format, getFormatFromId, isDateFormat } from "numfmt";
import { type Archive, openArchive } from "../child/archive.ts";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { createTooLargeError } from "../readFailures.ts";
import { createSheetAdder } from "./addSheet.ts";
import { type Cell, readSheet } from "./excel/readSheet.ts";
import { readXmlPart } from "./excel/readXmlPart.ts";

/**
 * Reads Excel: streams the sheets in order, row by row. Values are formatted as Excel shows them, except that dates are
 * unambiguous. Formulas are replaced by their stored results.
 */
export const readExcel: FormatReader = async (input, items) => {
  const archive = await openArchive(input.path);
  try {
    const { sheets, uses1904Dates } = await readWorkbook(archive);
    const sharedStrings = await readSharedStrings(archive);
    const numberFormats = await readNumberFormats(archive);
    const toText = (cell: Cell) => formatCell(cell, sharedStrings, numberFormats, uses1904Dates);
    for (const [index, { name, path }] of sheets.entries()) {
      // A damaged workbook can list a sheet that it does not contain.
      if (!archive.has(path)) continue;
      const adder = createSheetAdder(name, items);
      await readSheet(await archive.openEntry(path), (row, cells) => {
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
  await readXmlPart(await archive.openEntry("xl/_rels/workbook.xml.rels"), (name, { Id, Target }) => {
    if (name === "Relationship" && Id && Target)
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
  });
  const sheets: { name: string; path: string }[] = [];
  let uses1904Dates = false;
  await readXmlPart(await archive.openEntry("xl/workbook.xml"), (name, attributes) => {
    if (name === "workbookPr") uses1904Dates = /^(1|true)$/.test(attributes.date1904 ?? "");
    const path = targets.get(attributes["r:id"] ?? attributes["d3p1:id"] ?? "");
    if (name === "sheet" && path !== undefined) sheets.push({ name: attributes.name ?? "", path });
  });
  return { sheets, uses1904Dates };
}

async function readSharedStrings(archive: Archive): Promise<readonly string[]> {
  if (!archive.has("xl/sharedStrings.xml")) return [];
  const sharedStrings: string[] = [];
  let characters = 0;
  let isInPhoneticText = false;
  let currentString = "";
  await readXmlPart(
    await archive.openEntry("xl/sharedStrings.xml"),
    (name) => {
      if (name === "si") currentString = "";
      if (name === "rPh") isInPhoneticText = true;
    },
    (name, text) => {
      if (name === "rPh") isInPhoneticText = false;
      if (name === "t" && !isInPhoneticText) currentString += text;
      if (name !== "si") return;
      characters += currentString.length;
      if (characters > documentLimits.characters)
        throw createTooLargeError(`${documentLimits.characters / 1_000_000} million characters of text`);
      sharedStrings.push(currentString);
    },
  );
  return sharedStrings;
}

/** Returns the number format of each cell style, in the order of the styles. */
async function readNumberFormats(archive: Archive): Promise<readonly string[]> {
  if (!archive.has("xl/styles.xml")) return [];
  const customFormats = new Map<number, string>();
  const numberFormats: string[] = [];
  let isInCellStyles = false;
  await readXmlPart(
    await archive.openEntry("xl/styles.xml"),
    (name, { numFmtId = "0", formatCode }) => {
      if (name === "numFmt" && formatCode) customFormats.set(Number(numFmtId), formatCode);
      if (name === "cellXfs") isInCellStyles = true;
      if (name === "xf" && isInCellStyles)
        numberFormats.push(customFormats.get(Number(numFmtId)) ?? getBuiltInFormat(Number(numFmtId)));
    },
    (name) => {
      if (name === "cellXfs") isInCellStyles = false;
    },
  );
  return numberFormats;
}

/** ISO 8601 patterns for the ids of formats that Excel shows in the reader's locale. */
const isoPatterns: Readonly<Record<number, string>> = { 14: "yyyy-mm-dd", 22: "yyyy-mm-dd hh:mm" };

function getBuiltInFormat(id: number): string {
  return isoPatterns[id] ?? getFormatFromId(id) ?? "General";
}

function formatCell(
  { type, value, style }: Cell,
  sharedStrings: readonly string[],
  numberFormats: readonly string[],
  uses1904Dates: boolean,
): string {
  switch (type) {
    case "s":
      return sharedStrings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "str":
    case "inlineStr":
    case "e":
    case "d":
      return value;
    default:
      return formatNumber(value, numberFormats[style] ?? "General", uses1904Dates);
  }
}

/** Days between the epochs of Excel's 1900 and 1904 calendars. */
const daysBetweenEpochs = 1_462;

function formatNumber(value: string, pattern: string, uses1904Dates: boolean): string {
  const number = Number(value);
  if (value === "" || !Number.isFinite(number)) return value;
  try {
    if (!isDateFormat(pattern)) return format(pattern, number).trim();
    const serial = uses1904Dates ? number + daysBetweenEpochs : number;
    // A date without a four-digit year is ambiguous, so write it in ISO format.
    return /yyyy|e/i.test(pattern) || !/y|d/i.test(pattern) ? format(pattern, serial) : formatIsoDate(serial);
  } catch {
    // The pattern is invalid.
    return value;
  }
}

function formatIsoDate(serial: number): string {
  const [year, month, day] = dateFromSerial(serial);
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
