import { StringDecoder } from "node:string_decoder";
import { type Archive, openArchive } from "../child/archive.ts";
import type { FormatReader } from "../child/formatReader.ts";
import type { ItemCollector } from "../child/itemCollector.ts";
import { documentLimits } from "../documentLimits.ts";
import { createEncryptedError } from "../readFailures.ts";
import { createSheetAdder, type SheetAdder } from "./addSheet.ts";
import { readXmlPart } from "./excel/readXmlPart.ts";
import { createMarkupParser } from "./markupParser.ts";
import { formatOpenCell, type OpenCell } from "./openSheet/formatOpenCell.ts";
import { lowerText, raiseText } from "./raisedText.ts";
import { strikeText } from "./struckText.ts";
import { type AreaFiller, createAreaFiller } from "./tables/createAreaFiller.ts";
import type { MergedArea } from "./tables/tableGrid.ts";

/** In characters. Longer text of a cell is truncated, as in Excel. */
const maxCellLength = 100_000;

interface OpenSheet {
  name: string;
  adder: SheetAdder;
  fillAreas: AreaFiller;
  /** The number of the next row, from 1. */
  nextRow: number;
}

/** Reads OpenDocument sheets as a stream, in the same way as Excel. */
export const readOpenSheet: FormatReader = async (input, items) => {
  const archive = await openArchive(input.path);
  try {
    if (await isEncrypted(archive)) throw createEncryptedError();
    const props = await readTitle(archive);
    input.onProgress(5);
    const parser = createSheetParser(items);
    const decoder = new StringDecoder("utf8");
    for await (const part of await archive.openEntry("content.xml")) parser.write(decoder.write(part));
    parser.end();
    return { props };
  } finally {
    archive.close();
  }
};

function createSheetParser(items: ItemCollector) {
  let sheet: OpenSheet | null = null;
  let isInHeaderRows = false;
  let row = { cells: [] as string[], values: new Set<number>(), areas: [] as MergedArea[], repeated: 1, column: 0 };
  let cell: (OpenCell & { repeated: number; isCovered: boolean }) | null = null;
  let commentDepth = 0;
  /** The open frames and shapes, outermost first. */
  const drawings: { hasText: boolean; hasObject: boolean }[] = [];
  /** The positions of raised and lowered text, by its style. */
  const textPositions = new Map<string, string>();
  const struckStyles = new Set<string>();
  let styleName = "";
  const spans: { start: number; position: string; isStruck: boolean }[] = [];
  let paragraphDepth = 0;

  const appendText = (text: string) => {
    if (!cell || drawings.length > 0) return;
    if (commentDepth > 0) cell.comment = (cell.comment + text).slice(0, maxCellLength);
    else if (cell.text.length < maxCellLength) cell.text += text;
    else items.note("truncated", { detail: sheet?.name ?? "" });
  };
  const startSpan = (style = "") =>
    spans.push({
      start: (commentDepth > 0 ? cell?.comment : cell?.text)?.length ?? 0,
      position: textPositions.get(style) ?? "",
      isStruck: struckStyles.has(style),
    });
  const endSpan = () => {
    const span = spans.pop();
    if (!span || !cell || drawings.length > 0) return;
    const part = commentDepth > 0 ? "comment" : "text";
    const before = cell[part].slice(0, span.start);
    const text = shiftText(cell[part].slice(span.start), span.position, before);
    cell[part] = before + (span.isStruck ? strikeText(text) : text);
  };
  const endCell = () => {
    if (!cell || !sheet) return;
    const { text: shownText, isValue, lacksResult } = formatOpenCell(cell);
    const isStruck = struckStyles.has(cell.attributes["table:style-name"] ?? "");
    const text = isStruck ? strikeText(shownText) : shownText;
    if (lacksResult) items.note("formulasWithoutResult", { count: 1 });
    const isEmpty = text === "" || cell.isCovered;
    if (isEmpty) row.column += cell.repeated;
    for (let copy = 0; !isEmpty && copy < cell.repeated; copy++, row.column++) {
      if (row.column >= documentLimits.columns) {
        items.note("columnsLeftOut", { detail: sheet.name });
        break;
      }
      row.cells[row.column] = text;
      if (isValue) row.values.add(row.column);
    }
    cell = null;
  };
  const endRow = () => {
    if (!sheet) return;
    const { cells, values, areas, repeated } = row;
    const number = sheet.nextRow;
    sheet.nextRow += repeated;
    if (cells.length === 0) return;
    const texts = Array.from(cells, (text) => text ?? "");
    for (let copy = 0; copy < repeated; copy++)
      sheet.adder.add(
        sheet.fillAreas({ row: number + copy, cells: texts, valueColumns: values }, copy === 0 ? areas : []),
      );
  };

  return createMarkupParser(
    {
      onopentag(name, attributes) {
        switch (name) {
          case "style:style":
            styleName = attributes["style:name"] ?? "";
            return;
          case "style:text-properties":
            textPositions.set(styleName, attributes["style:text-position"] ?? "");
            if ((attributes["style:text-line-through-style"] ?? "none") !== "none") struckStyles.add(styleName);
            return;
          case "table:table":
            if (drawings.length > 0) return;
            sheet = createOpenSheet(attributes["table:name"] ?? "", items);
            return;
          case "table:table-header-rows":
            isInHeaderRows = true;
            return;
          case "table:table-row":
            row = {
              cells: [],
              values: new Set(),
              areas: [],
              repeated: toCount(attributes["table:number-rows-repeated"]),
              column: 0,
            };
            if (isInHeaderRows && sheet) sheet.adder.markRow(sheet.nextRow);
            return;
          case "table:table-cell":
          case "table:covered-table-cell": {
            if (!sheet) return;
            const area = toArea(attributes, sheet.nextRow, row.column);
            if (area) row.areas.push(area);
            cell = {
              attributes,
              text: "",
              comment: "",
              repeated: toCount(attributes["table:number-columns-repeated"]),
              isCovered: name === "table:covered-table-cell",
            };
            return;
          }
          case "office:annotation":
            commentDepth++;
            return;
          case "draw:frame":
          case "draw:custom-shape":
            drawings.push({ hasText: false, hasObject: false });
            return;
          case "draw:image":
            // The picture of a chart stands in for it.
            if (!drawings.at(-1)?.hasObject) items.note("picturesLeftOut", { count: 1 });
            return;
          case "draw:object": {
            const frame = drawings.at(-1);
            if (frame) frame.hasObject = true;
            items.note("leftOutCharts", { count: 1 });
            return;
          }
          case "text:span":
            startSpan(attributes["text:style-name"]);
            return;
          case "text:p":
            paragraphDepth++;
            if (drawings.length > 0) return;
            if (cell && (commentDepth > 0 ? cell.comment : cell.text) !== "") appendText("\n");
            return;
          case "text:s":
            return appendText(" ".repeat(Math.min(toCount(attributes["text:c"]), 100)));
          case "text:tab":
            return appendText("\t");
          case "text:line-break":
            return appendText("\n");
        }
      },
      ontext(text) {
        if (paragraphDepth === 0) return;
        const [drawing] = drawings;
        if (drawing && !drawing.hasText && commentDepth === 0 && text.trim() !== "") {
          drawing.hasText = true;
          items.note("leftOutTextBoxes", { count: 1 });
        }
        appendText(text);
      },
      onclosetag(name) {
        if (name === "table:table-header-rows") isInHeaderRows = false;
        if (name === "table:table-cell" || name === "table:covered-table-cell") endCell();
        if (name === "table:table-row") endRow();
        if (name === "table:table" && drawings.length === 0) {
          sheet?.adder.end();
          sheet = null;
        }
        if (name === "office:annotation") commentDepth--;
        if (name === "draw:frame" || name === "draw:custom-shape") drawings.pop();
        if (name === "text:span") endSpan();
        if (name === "text:p") paragraphDepth--;
      },
    },
    { xmlMode: true },
  );
}

/** `position`: as in "super 58%", "sub 58%" and "-33% 58%" (OpenDocument 1.3, 20.394). */
function shiftText(text: string, position: string, before: string): string {
  if (/^(?:super|[1-9])/.test(position)) return raiseText(text, before);
  return /^(?:sub|-)/.test(position) ? lowerText(text) : text;
}

function createOpenSheet(name: string, items: ItemCollector): OpenSheet {
  return { name, adder: createSheetAdder(name, items), fillAreas: createAreaFiller([]), nextRow: 1 };
}

function toArea(attributes: Record<string, string>, top: number, left: number): MergedArea | null {
  const rows = toCount(attributes["table:number-rows-spanned"]);
  const columns = toCount(attributes["table:number-columns-spanned"]);
  return rows > 1 || columns > 1 ? { top, left, bottom: top + rows - 1, right: left + columns - 1 } : null;
}

/** The number of rows of a sheet. */
const maxCount = 1_048_576;
const toCount = (text = "1") => Math.min(Math.max(1, Number.parseInt(text, 10) || 1), maxCount);

async function isEncrypted(archive: Archive): Promise<boolean> {
  const manifest = (await archive.readEntry("META-INF/manifest.xml"))?.toString("utf8") ?? "";
  return manifest.includes("encryption-data");
}

async function readTitle(archive: Archive): Promise<Record<string, string>> {
  const props: Record<string, string> = {};
  if (!archive.has("meta.xml")) return props;
  const names: Readonly<Record<string, string>> = {
    title: "title",
    creator: "author",
    subject: "subject",
    language: "language",
  };
  await readXmlPart(
    await archive.openEntry("meta.xml"),
    () => undefined,
    (name, text) => {
      const property = names[name];
      if (property !== undefined && text.trim() !== "") props[property] = text.trim().slice(0, documentLimits.property);
    },
  );
  return props;
}
