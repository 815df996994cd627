import { createZip } from "../samples.ts";

const namespaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"';

/** Creates the XML of a cell. An empty text is an empty cell. */
export const openCell = (attributes: string, text: string, comment?: string) =>
  `<table:table-cell ${attributes}>${text === "" ? "" : `<text:p>${text}</text:p>`}${comment === undefined ? "" : `<office:annotation><dc:creator>B</dc:creator><text:p>${comment}</text:p></office:annotation>`}</table:table-cell>`;

/** Creates an OpenDocument workbook of rows of cells in XML, with the empty rows and cells that LibreOffice appends. */
export function createOpenSheet(
  sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
  styles = "",
): Uint8Array {
  const tables = Object.entries(sheets).map(
    ([name, rows]) =>
      `<table:table table:name="${name}">${rows.map((cells) => `<table:table-row>${cells.join("")}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>`).join("")}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
  );
  return createZip({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": "<manifest/>",
    "content.xml": `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables.join("")}</office:spreadsheet></office:body></office:document-content>`,
  });
}
