import { createZip } from "../samples.ts";

/** Null is an empty cell. `format` is a pattern such as `dd.mm.yy`; a number is the id of a built-in format. */
export type WorkbookCell =
  | null
  | string
  | number
  | boolean
  | { value: number | string; format: string | number }
  | { formula: string; result?: number; shared?: number }
  | { error: string }
  /** A value in a font that is struck out. */
  | { struck: string | number }
  /** Runs of text; a raised or lowered one with its position. */
  | { runs: readonly (string | { text: string; position?: "superscript" | "subscript"; isStruck?: boolean })[] };

export interface WorkbookSheet {
  name?: string;
  rows: readonly (readonly WorkbookCell[])[];
  merged?: readonly string[];
  isHidden?: boolean;
  frozenRows?: number;
  filter?: string;
  /** The texts of comments by their cells. */
  comments?: Readonly<Record<string, string>>;
  /** The area of a table with a header. */
  table?: string;
  /** Counts of what is drawn above the cells. */
  drawings?: { charts?: number; pictures?: number };
  header?: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const namespaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const relationType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Stands for the general format in a font that is struck out. */
const struckFormat = -1;

const mainTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
  xlsm: "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
};

/** Creates an Excel workbook as programs write it. */
export function createWorkbook(
  sheets: readonly WorkbookSheet[],
  { type = "xlsx", uses1904Dates = false }: { type?: keyof typeof mainTypes; uses1904Dates?: boolean } = {},
): Uint8Array {
  const formats: (string | number)[] = [];
  const parts: Record<string, string> = {};
  for (const [index, sheet] of sheets.entries()) addSheetParts(parts, sheet, index + 1, formats);
  const relations = sheets.map((_, index) =>
    createRelation(`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`),
  );
  const customFormats = formats.flatMap((format, index) =>
    typeof format === "string" ? [`<numFmt numFmtId="${170 + index}" formatCode="${escapeXml(format)}"/>`] : [],
  );
  const styles = formats.map(
    (format, index) =>
      `<xf numFmtId="${typeof format === "string" ? 170 + index : format === struckFormat ? 0 : format}" fontId="${Number(format === struckFormat)}"/>`,
  );
  return createZip({
    "[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${mainTypes[type]}"/></Types>`,
    "xl/workbook.xml": `${declaration}<workbook ${namespaces}><workbookPr date1904="${uses1904Dates}"/><sheets>${sheets.map(({ name = "Plan", isHidden }, index) => `<sheet name="${name}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": createRelations([...relations, createRelation("rIdS", "styles", "styles.xml")]),
    "xl/styles.xml": `${declaration}<styleSheet ${namespaces}><numFmts>${customFormats.join("")}</numFmts><fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs></styleSheet>`,
    ...parts,
  });
}

function addSheetParts(
  parts: Record<string, string>,
  sheet: WorkbookSheet,
  number: number,
  formats: (string | number)[],
) {
  const { rows, merged = [], frozenRows = 0, filter, comments = {}, table, drawings, header } = sheet;
  const rowsXml = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => createCell(cell, `${toLetters(column)}${row + 1}`, formats)).join("")}</row>`,
  );
  parts[`xl/worksheets/sheet${number}.xml`] = [
    `${declaration}<worksheet ${namespaces}>`,
    frozenRows > 0
      ? `<sheetViews><sheetView><pane ySplit="${frozenRows}" state="frozen"/></sheetView></sheetViews>`
      : "",
    `<sheetData>${rowsXml.filter((row) => !row.endsWith('"></row>')).join("")}</sheetData>`,
    filter === undefined ? "" : `<autoFilter ref="${filter}"/>`,
    merged.length > 0 ? `<mergeCells>${merged.map((area) => `<mergeCell ref="${area}"/>`).join("")}</mergeCells>` : "",
    header === undefined ? "" : `<headerFooter><oddHeader>${header}</oddHeader></headerFooter>`,
    "</worksheet>",
  ].join("");
  const relations: string[] = [];
  if (Object.keys(comments).length > 0) {
    relations.push(createRelation("rId1", "comments", `../comments${number}.xml`));
    parts[`xl/comments${number}.xml`] = `${declaration}<comments ${namespaces}><commentList>${Object.entries(comments)
      .map(([cell, text]) => `<comment ref="${cell}"><text><r><t>${text}</t></r></text></comment>`)
      .join("")}</commentList></comments>`;
  }
  if (table !== undefined) {
    relations.push(createRelation("rId2", "table", `../tables/table${number}.xml`));
    parts[`xl/tables/table${number}.xml`] = `${declaration}<table ${namespaces} ref="${table}"/>`;
  }
  if (drawings) {
    const { charts = 0, pictures = 0 } = drawings;
    relations.push(createRelation("rId3", "drawing", `../drawings/drawing${number}.xml`));
    parts[`xl/drawings/drawing${number}.xml`] =
      `${declaration}<xdr:wsDr xmlns:xdr="d" xmlns:c="c">${"<c:chart/>".repeat(charts)}${"<xdr:pic></xdr:pic>".repeat(pictures)}</xdr:wsDr>`;
  }
  if (relations.length > 0) parts[`xl/worksheets/_rels/sheet${number}.xml.rels`] = createRelations(relations);
}

function createCell(cell: WorkbookCell, reference: string, formats: (string | number)[]): string {
  if (cell === null) return "";
  if (typeof cell === "string") return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`;
  if ("struck" in cell)
    return createCell(cell.struck, reference, formats).replace("<c ", `<c s="${formats.push(struckFormat)}" `);
  if ("error" in cell) return `<c r="${reference}" t="e"><v>${cell.error}</v></c>`;
  if ("runs" in cell) {
    const runs = cell.runs.map((run) =>
      typeof run === "string"
        ? `<r><t>${escapeXml(run)}</t></r>`
        : `<r><rPr>${run.isStruck ? "<strike/>" : ""}${run.position ? `<vertAlign val="${run.position}"/>` : ""}</rPr><t>${escapeXml(run.text)}</t></r>`,
    );
    return `<c r="${reference}" t="inlineStr"><is>${runs.join("")}</is></c>`;
  }
  if ("formula" in cell) {
    const shared = cell.shared === undefined ? "" : ` t="shared" si="${cell.shared}"`;
    const result = cell.result === undefined ? "" : `<v>${cell.result}</v>`;
    return `<c r="${reference}"><f${shared}>${escapeXml(cell.formula)}</f>${result}</c>`;
  }
  const style = formats.push(cell.format);
  return `<c r="${reference}" s="${style}"><v>${cell.value}</v></c>`;
}

/** The letters of a column: `B` for 1. */
export function toLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : toLetters(Math.floor(column / 26) - 1) + letter;
}

const createRelation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`;
const createRelations = (relations: readonly string[]) =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join("")}</Relationships>`;
