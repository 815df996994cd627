import { createCanvas } from "@napi-rs/canvas";
import { strToU8, type Zippable, zipSync } from "fflate";

/** Creates a zip archive. `parts` maps the names of its files to their contents. */
export function createZip(parts: Record<string, string | Uint8Array>): Uint8Array {
  const files: Zippable = {};
  for (const [name, part] of Object.entries(parts)) {
    const bytes = typeof part === "string" ? strToU8(part) : part;
    // Compressing thousands of empty files takes seconds.
    files[name] = bytes.length === 0 ? [bytes, { level: 0 }] : bytes;
  }
  return zipSync(files);
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const createContentTypes = (part: string, type: string) =>
  `${xmlDeclaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/></Types>`;
const createRelationships = (...targets: [id: string, type: string, target: string][]) =>
  `${xmlDeclaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const createRun = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const createWordParagraph = (text: string, style?: string) =>
  `<w:p>${style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${createRun(text)}</w:p>`;
const createWordTable = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${createWordParagraph(cell)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

/** A Word document as written by the French version of Word, where the ids of styles are not English. */
export function createSampleWord(
  body = [
    createWordParagraph("Handbook", "Titre1"),
    createWordParagraph("Loans", "Titre2"),
    `<w:p>${createRun("Books are lent for four weeks.")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
    createWordTable([
      ["Medium", "Weeks"],
      ["Film", "1"],
    ]),
    createWordParagraph("Fees", "Titre2"),
    createWordParagraph("A day late costs 20 cents."),
  ].join(""),
  doctype = "",
): Uint8Array {
  return createZip({
    "[Content_Types].xml": createContentTypes("word/document.xml", "wordprocessingml.document.main"),
    "_rels/.rels": createRelationships(["rId1", "officeDocument", "word/document.xml"]),
    "word/_rels/document.xml.rels": createRelationships(
      ["rId1", "styles", "styles.xml"],
      ["rId2", "footnotes", "footnotes.xml"],
    ),
    "word/styles.xml": `${xmlDeclaration}<w:styles ${wordNamespace}>${[1, 2]
      .map(
        (level) =>
          `<w:style w:type="paragraph" w:styleId="Titre${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
      )
      .join("")}</w:styles>`,
    "word/footnotes.xml": `${xmlDeclaration}<w:footnotes ${wordNamespace}><w:footnote w:id="2">${createWordParagraph("Reference works are not lent.")}</w:footnote></w:footnotes>`,
    "word/document.xml": `${xmlDeclaration}${doctype}<w:document ${wordNamespace}><w:body>${body}</w:body></w:document>`,
  });
}

const slideNamespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const createShape = (type: string, text: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const createSlide = (tag: string, shapes: string) =>
  `${xmlDeclaration}<p:${tag} ${slideNamespaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld></p:${tag}>`;

export function createSampleSlides(): Uint8Array {
  return createZip({
    "[Content_Types].xml": createContentTypes("ppt/presentation.xml", "presentationml.presentation.main"),
    "_rels/.rels": createRelationships(["rId1", "officeDocument", "ppt/presentation.xml"]),
    "ppt/presentation.xml": `${xmlDeclaration}<p:presentation ${slideNamespaces}><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": createRelationships(
      ["rId1", "slide", "slides/slide1.xml"],
      ["rId2", "slide", "slides/slide2.xml"],
    ),
    "ppt/slides/slide1.xml": createSlide(
      "sld",
      createShape("title", "Budget") + createShape("body", "We saved a tenth."),
    ),
    "ppt/slides/slide2.xml": createSlide(
      "sld",
      createShape("title", "Outlook") + createShape("body", "Next year is dearer."),
    ),
    "ppt/slides/_rels/slide2.xml.rels": createRelationships(["rId1", "notesSlide", "../notesSlides/notesSlide1.xml"]),
    "ppt/notesSlides/notesSlide1.xml": createSlide("notes", createShape("body", "Mention the heating.")),
  });
}

/** Creates an Excel workbook. `rows` is the XML of the rows of "Orders", which is stored second but listed first. */
export function createSampleSheet(rows?: string, dimension = "A1:C3"): Uint8Array {
  const sheetNamespaces =
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const sheetRows =
    rows ??
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t>Chairs</t></is></c><c r="B2" s="1"><v>1234.5</v></c><c r="C2" s="2"><v>45292</v></c></row>
<row r="7"><c r="A7" t="str"><f>A2&amp;"!"</f><v>Chairs!</v></c><c r="B7"><f>SUM(B2:B2)</f><v>1234.5</v></c><c r="C7" t="b"><v>1</v></c></row>`;
  return createZip({
    "[Content_Types].xml": createContentTypes("xl/workbook.xml", "spreadsheetml.sheet.main"),
    "_rels/.rels": createRelationships(["rId1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `${xmlDeclaration}<workbook ${sheetNamespaces}><sheets><sheet name="Orders" sheetId="2" r:id="rId2"/><sheet name="Empty" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": createRelationships(
      ["rId1", "worksheet", "worksheets/sheet1.xml"],
      ["rId2", "worksheet", "worksheets/sheet2.xml"],
    ),
    "xl/sharedStrings.xml": `${xmlDeclaration}<sst ${sheetNamespaces}><si><t>Article</t></si><si><r><t>Pri</t></r><r><t>ce</t></r></si><si><t>Ordered</t></si></sst>`,
    "xl/styles.xml": `${xmlDeclaration}<styleSheet ${sheetNamespaces}><numFmts><numFmt numFmtId="164" formatCode="#,##0.00&quot; EUR&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `${xmlDeclaration}<worksheet ${sheetNamespaces}><sheetData/></worksheet>`,
    "xl/worksheets/sheet2.xml": `${xmlDeclaration}<worksheet ${sheetNamespaces}><dimension ref="${dimension}"/><sheetData>${sheetRows}</sheetData></worksheet>`,
  });
}

const officeNamespaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"';
const createOpenDocument = (type: "text" | "spreadsheet" | "presentation", body: string) =>
  createZip({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    "META-INF/manifest.xml": `${xmlDeclaration}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${type}"/></manifest:manifest>`,
    "content.xml": `${xmlDeclaration}<office:document-content ${officeNamespaces}><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`,
  });
const createOpenDocumentCell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;

export const createSampleOpenText = () =>
  createOpenDocument(
    "text",
    '<text:h text:outline-level="1">Statutes</text:h><text:p>The board meets in May.</text:p>',
  );
export const createSampleOpenSheet = () =>
  createOpenDocument(
    "spreadsheet",
    `<table:table table:name="Rooms"><table:table-row>${createOpenDocumentCell("Room")}${createOpenDocumentCell("Seats")}</table:table-row><table:table-row>${createOpenDocumentCell("Aula")}${createOpenDocumentCell("two hundred")}</table:table-row><table:table-row table:number-rows-repeated="1048566"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>`,
  );
export const createSampleOpenSlides = () =>
  createOpenDocument(
    "presentation",
    '<draw:page draw:name="one"><draw:frame presentation:class="title"><draw:text-box><text:p>Welcome</text:p></draw:text-box></draw:frame></draw:page><draw:page draw:name="two"><draw:frame><draw:text-box><text:p>Goodbye to all.</text:p></draw:text-box></draw:frame></draw:page>',
  );

export function createSampleEpub(): Uint8Array {
  const createPage = (title: string, text: string) =>
    `${xmlDeclaration}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
  return createZip({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `${xmlDeclaration}<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    "OEBPS/book.opf": `${xmlDeclaration}<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Two Tales</dc:title><dc:creator>A. Writer</dc:creator></metadata><manifest><item id="b" href="two.xhtml"/><item id="a" href="one.xhtml"/><item id="n" href="nav.xhtml" properties="nav"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    "OEBPS/nav.xhtml": `${xmlDeclaration}<html><body><nav><ol><li><a href="one.xhtml">First Tale</a></li><li><a href="two.xhtml#top">Second Tale</a></li></ol></nav></body></html>`,
    "OEBPS/one.xhtml": createPage("The Fox", "A fox went out."),
    "OEBPS/two.xhtml": createPage("The Hen", "A hen stayed in."),
  });
}

export const createSampleRtf = () =>
  String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\f0 The caf\'e9 opens at \u8222?nine\u8221?.\par It closes at five.\par}`;

export const createSampleEmail = () =>
  [
    "From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>",
    "To: Library <library@example.org>",
    "Date: Tue, 3 Mar 2026 10:00:00 +0100",
    "Subject: Keys",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="x"',
    "",
    "--x",
    "Content-Type: text/html; charset=iso-8859-1",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "<p>The key of the cellar is with M=FCller.</p><script>steal()</script>",
    "--x",
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: attachment; filename="plan.pdf"',
    "Content-Transfer-Encoding: base64",
    "",
    "JVBERi0=",
    "--x--",
    "",
  ].join("\r\n");

interface PdfText {
  x: number;
  y: number;
  size: number;
  text: string;
}

interface PdfBookmark {
  title: string;
  /** Number of the page, from 1. */
  page: number;
  /** Distance from the lower edge, in points; absent: the whole page. */
  y?: number;
  children?: readonly PdfBookmark[];
}

/** Creates a PDF with one page for each list of texts, and an outline. `extra` is added to its trailer. */
export function createSamplePdf(
  pages: readonly (readonly PdfText[])[],
  extra = "",
  outline: readonly PdfBookmark[] = [],
): Uint8Array {
  const getPageObject = (index: number) => 4 + index * 2;
  const outlineObject = getPageObject(pages.length);
  const objects: string[] = [
    `<< /Type /Catalog /Pages 2 0 R ${outline.length === 0 ? "" : `/Outlines ${outlineObject} 0 R `}>>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${getPageObject(index)} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  for (const [index, texts] of pages.entries()) {
    const stream = texts
      .map(({ x, y, size, text }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, "\\$&")}) Tj ET`)
      .join("\n");
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  /** Adds the objects of bookmarks below `parent`, each before its children. Returns the entries of the parent. */
  const addBookmarks = (bookmarks: readonly PdfBookmark[], parent: number): string => {
    const ids = bookmarks.map(({ title, page, y, children = [] }) => {
      const id = objects.push("");
      const place = y === undefined ? "/Fit" : `/XYZ 0 ${y} null`;
      objects[id - 1] =
        `/Title (${title}) /Parent ${parent} 0 R /Dest [${getPageObject(page - 1)} 0 R ${place}] ${addBookmarks(children, id)}`;
      return id;
    });
    for (const [index, id] of ids.entries()) {
      const next = ids[index + 1];
      objects[id - 1] = `<< ${objects[id - 1]}${next === undefined ? "" : `/Next ${next} 0 R `}>>`;
    }
    return ids.length === 0 ? "" : `/First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R `;
  };
  if (outline.length > 0) {
    objects.push("");
    objects[outlineObject - 1] = `<< /Type /Outlines ${addBookmarks(outline, outlineObject)}>>`;
  }
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xrefTable = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const xrefOffset = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xrefTable}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${extra}>>\nstartxref\n${xrefOffset}\n%%EOF\n`;
  return Buffer.from(body, "latin1");
}

/** Places lines of text on a page from top to bottom. Sizes and positions are in points. */
export function placePdfLines(lines: readonly string[], { x = 72, y = 760, size = 11, leading = 14 } = {}): PdfText[] {
  return lines.map((text, index) => ({ x, y: y - index * leading, size, text }));
}

/** Creates an image of a black rectangle. `background`: a CSS colour, or `none` for transparency. */
export async function createSampleImage(
  type: "png" | "jpeg",
  width = 640,
  height = 320,
  background = "white",
): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  if (background !== "none") {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  context.fillStyle = "black";
  context.fillRect(width / 4, height / 4, width / 2, height / 2);
  return type === "png" ? canvas.encode("png") : canvas.encode("jpeg", 90);
}
