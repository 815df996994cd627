import type { Archive } from "../child/archive.ts";
import { openArchive } from "../child/archive.ts";
import type { FormatReader } from "../child/formatReader.ts";
import type { ItemCollector } from "../child/itemCollector.ts";
import { documentLimits } from "../documentLimits.ts";
import { createTooLargeError } from "../readFailures.ts";
import { createSheetAdder, type SheetAdder, type SheetRow } from "./addSheet.ts";
import { createTextReader, isOn } from "./excel/createTextReader.ts";
import { formatNumber, getBuiltInFormat } from "./excel/formatNumber.ts";
import { type Cell, readSheet } from "./excel/readSheet.ts";
import { readRelations, readSheetParts, type SheetParts } from "./excel/readSheetParts.ts";
import { readXmlPart } from "./excel/readXmlPart.ts";
import { scanSheet } from "./excel/scanSheet.ts";
import { strikeText } from "./struckText.ts";
import { createAreaFiller } from "./tables/createAreaFiller.ts";

/** What the cells of all sheets refer to. */
interface Workbook {
  sharedStrings: readonly string[];
  /** By their index. */
  cellStyles: readonly CellStyle[];
  uses1904Dates: boolean;
}

interface CellStyle {
  numberFormat: string;
  /** True if its font is struck out. */
  isStruck: boolean;
}

/**
 * Reads Excel: streams the sheets in order, row by row. Values are formatted as Excel shows them, except that numbers are
 * complete and dates are unambiguous. Formulas are replaced by their stored results, or stand for themselves with a note.
 * Hidden sheets, rows and columns are read like the others.
 */
export const readExcel: FormatReader = async (input, items) => {
  const archive = await openArchive(input.path);
  try {
    const { sheets, uses1904Dates } = await readWorkbook(archive, items);
    const workbook = {
      sharedStrings: await readSharedStrings(archive),
      cellStyles: await readCellStyles(archive),
      uses1904Dates,
    };
    for (const [index, { name, path }] of sheets.entries()) {
      await addExcelSheet(archive, path, name, workbook, items);
      input.onProgress(((index + 1) / sheets.length) * 100);
    }
    const embeddedFiles = archive.names.filter((name) => name.startsWith("xl/embeddings/"));
    if (embeddedFiles.length > 0) items.note("embeddedFiles", { count: embeddedFiles.length });
    return { props: { sheets: sheets.length } };
  } finally {
    archive.close();
  }
};

async function addExcelSheet(archive: Archive, path: string, name: string, workbook: Workbook, items: ItemCollector) {
  const layout = await scanSheet(await archive.openEntry(path));
  const parts = await readSheetParts(archive, path, items);
  if (layout.hasHeaderOrFooter) items.note("leftOutHeaderFooter", { count: 1, detail: name });
  const fillAreas = createAreaFiller(layout.mergedAreas);
  const markedRow = (layout.filteredArea ?? parts.tableAreas[0])?.top ?? null;
  let frozenRows: number | null = null;
  let adder: SheetAdder | null = null;
  await readSheet(await archive.openEntry(path), {
    onFrozenRows(count) {
      frozenRows = count;
    },
    onRow(row, cells) {
      adder ??= createSheetAdder(name, items, { markedRow, frozenRows });
      adder.add(fillAreas(toSheetRow(row, cells, workbook, parts, items)));
    },
    onDroppedColumns: () => items.note("columnsLeftOut", { detail: name }),
  });
  (adder as SheetAdder | null)?.end();
  const commentCount = [...parts.comments.values()].reduce((count, { size }) => count + size, 0);
  if (commentCount > 0) items.note("leftOutComments", { count: commentCount, detail: name });
}

/** Takes the comments of the row from `parts`. */
function toSheetRow(
  row: number,
  cells: ReadonlyMap<number, Cell>,
  workbook: Workbook,
  { comments }: SheetParts,
  items: ItemCollector,
): SheetRow {
  const texts: string[] = [];
  const valueColumns = new Set<number>();
  for (const [column, cell] of cells) {
    texts[column] = cell.formula ?? formatCell(cell, workbook);
    if (texts[column] === "" && cell.value.trim() !== "" && cell.type !== "s")
      items.note("leftOutHidden", { count: 1 });
    if (cell.formula !== null) items.note("formulasWithoutResult", { count: 1 });
    if (cell.formula !== null || !["s", "str", "inlineStr"].includes(cell.type)) valueColumns.add(column);
  }
  for (const [column, comment] of comments.get(row) ?? []) {
    // An empty cell says nothing about its column.
    if (texts[column] === undefined) valueColumns.add(column);
    texts[column] = `${texts[column] ?? ""} [comment: ${comment}]`.trim();
  }
  comments.delete(row);
  return { row, cells: Array.from(texts, (text) => text ?? ""), valueColumns };
}

/** Returns the sheets in order, and notes those that are only a chart. */
async function readWorkbook(archive: Archive, items: ItemCollector) {
  const relations = await readRelations(archive, "xl/workbook.xml");
  const targets = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets: { name: string; path: string }[] = [];
  let uses1904Dates = false;
  await readXmlPart(await archive.openEntry("xl/workbook.xml"), (name, attributes) => {
    if (name === "workbookPr") uses1904Dates = /^(1|true)$/.test(attributes.date1904 ?? "");
    // A damaged workbook can list a sheet that it does not contain.
    const target = targets.get(attributes["r:id"] ?? attributes["d3p1:id"] ?? "");
    if (name !== "sheet" || !target) return;
    if (target.type === "chartsheet") items.note("leftOutCharts", { count: 1 });
    else sheets.push({ name: attributes.name ?? "", path: target.target });
  });
  return { sheets, uses1904Dates };
}

async function readSharedStrings(archive: Archive): Promise<readonly string[]> {
  if (!archive.has("xl/sharedStrings.xml")) return [];
  const sharedStrings: string[] = [];
  let characters = 0;
  const reader = createTextReader();
  await readXmlPart(await archive.openEntry("xl/sharedStrings.xml"), reader.open, (name, text) => {
    reader.close(name, text);
    if (name !== "si") return;
    const currentString = reader.take();
    characters += currentString.length;
    if (characters > documentLimits.characters)
      throw createTooLargeError(`${documentLimits.characters / 1_000_000} million characters of text`);
    sharedStrings.push(currentString);
  });
  return sharedStrings;
}

/** Returns the cell styles in their order. */
async function readCellStyles(archive: Archive): Promise<readonly CellStyle[]> {
  if (!archive.has("xl/styles.xml")) return [];
  const customFormats = new Map<number, string>();
  const struckFonts = new Set<number>();
  const cellStyles: CellStyle[] = [];
  let fontCount = 0;
  let isInFonts = false;
  let isInCellStyles = false;
  await readXmlPart(
    await archive.openEntry("xl/styles.xml"),
    (name, { numFmtId = "0", fontId = "0", val = "", formatCode }) => {
      if (name === "numFmt" && formatCode) customFormats.set(Number(numFmtId), formatCode);
      if (name === "fonts") isInFonts = true;
      if (name === "font" && isInFonts) fontCount++;
      if (name === "strike" && isInFonts && isOn(val)) struckFonts.add(fontCount - 1);
      if (name === "cellXfs") isInCellStyles = true;
      if (name === "xf" && isInCellStyles)
        cellStyles.push({
          numberFormat: customFormats.get(Number(numFmtId)) ?? getBuiltInFormat(Number(numFmtId)),
          isStruck: struckFonts.has(Number(fontId)),
        });
    },
    (name) => {
      if (name === "fonts") isInFonts = false;
      if (name === "cellXfs") isInCellStyles = false;
    },
  );
  return cellStyles;
}

function formatCell(cell: Cell, workbook: Workbook): string {
  const text = formatValue(cell, workbook);
  return workbook.cellStyles[cell.style]?.isStruck ? strikeText(text) : text;
}

function formatValue({ type, value, style }: Cell, { sharedStrings, cellStyles, uses1904Dates }: Workbook): string {
  switch (type) {
    case "s":
      return sharedStrings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "str":
    case "inlineStr":
    case "e":
      return value;
    case "d":
      return value.replace("T", " ");
    default:
      return formatNumber(value, cellStyles[style]?.numberFormat ?? "General", uses1904Dates);
  }
}
