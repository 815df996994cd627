import { createZip } from "../samples.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const officeTypes = "application/vnd.openxmlformats-officedocument.";
const relationshipTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

function createContentTypes(parts: Readonly<Record<string, string>>): string {
  const overrides = Object.entries(parts).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${officeTypes}${type}+xml"/>`,
  );
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`;
}

/** `targets`: the type and the part of each relationship, by its id. */
function createRelationships(targets: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const relationships = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${relationshipTypes}${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships.join("")}</Relationships>`;
}

const wordNamespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

export const wordRun = (text: string, properties = "") =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
/** `content`: a text, or the XML of runs. */
export const wordParagraph = (content: string, properties = "") =>
  `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${content.startsWith("<") ? content : wordRun(content)}</w:p>`;
export const wordItem = (text: string, level: number, list = 1) =>
  wordParagraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
/** `cells`: the XML of each cell's properties and its text, or XML. */
export const wordRow = (cells: readonly (readonly [properties: string, content: string])[], properties = "") =>
  `<w:tr>${properties === "" ? "" : `<w:trPr>${properties}</w:trPr>`}${cells
    .map(
      ([cellProperties, content]) =>
        `<w:tc><w:tcPr>${cellProperties}</w:tcPr>${content.startsWith("<") ? content : wordParagraph(content)}</w:tc>`,
    )
    .join("")}</w:tr>`;
export const wordLevel = (level: number, format: string, text: string, more = "") =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;

/** Creates a Word document. `parts`: the contents of further parts, by their names without extension. */
export function createWord(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const partTypes: Readonly<Record<string, string>> = { header1: "header", footer1: "footer" };
  const roots: Readonly<Record<string, string>> = { header1: "hdr", footer1: "ftr" };
  const names = Object.keys(parts);
  const getType = (name: string) => partTypes[name] ?? name;
  return createZip({
    "[Content_Types].xml": createContentTypes({
      "word/document.xml": "wordprocessingml.document.main",
      ...Object.fromEntries(names.map((name) => [`word/${name}.xml`, `wordprocessingml.${getType(name)}`])),
    }),
    "_rels/.rels": createRelationships({ rId1: ["officeDocument", "word/document.xml"] }),
    "word/_rels/document.xml.rels": createRelationships(
      Object.fromEntries(names.map((name, index) => [`rId${index + 1}`, [getType(name), `${name}.xml`]])),
    ),
    "word/document.xml": `${declaration}<w:document ${wordNamespaces}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => {
        const root = roots[name] ?? name;
        return [`word/${name}.xml`, `${declaration}<w:${root} ${wordNamespaces}>${xml}</w:${root}>`];
      }),
    ),
  });
}

const slideNamespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';

export const slideParagraph = (text: string, properties = "") =>
  `<a:p>${properties === "" ? "" : `<a:pPr>${properties}</a:pPr>`}<a:r><a:t>${text}</a:t></a:r></a:p>`;
export const slideShape = (paragraphs: string, type = "body") =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
const createFrame = (uri: string, content: string) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="t"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`;
/** `rows`: the attributes and the text, or the paragraph, of each cell. */
export const slideTable = (rows: readonly (readonly (readonly [attributes: string, text: string])[])[]) =>
  createFrame(
    "table",
    `<a:tbl>${rows
      .map(
        (cells) =>
          `<a:tr h="1">${cells
            .map(
              ([attributes, text]) =>
                `<a:tc ${attributes}><a:txBody><a:bodyPr/>${text.startsWith("<a:p") ? text : slideParagraph(text)}</a:txBody></a:tc>`,
            )
            .join("")}</a:tr>`,
      )
      .join("")}</a:tbl>`,
  );
export const slideChart = (relationship: string) => createFrame("chart", `<c:chart r:id="${relationship}"/>`);

interface Slide {
  shapes: string;
  notes?: string;
  /** The XML of a bar chart, which the slide shows with `slideChart("rId2")`. */
  chart?: string;
  isHidden?: boolean;
}

/** Creates a PowerPoint presentation. */
export function createSlides(slides: readonly Slide[]): Uint8Array {
  const ids = slides.map((_, index) => index + 1);
  const createPart = (tag: string, shapes: string, attributes = "") =>
    `${declaration}<p:${tag} ${slideNamespaces} ${attributes}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld></p:${tag}>`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": createContentTypes({ "ppt/presentation.xml": "presentationml.presentation.main" }),
    "_rels/.rels": createRelationships({ rId1: ["officeDocument", "ppt/presentation.xml"] }),
    "ppt/presentation.xml": `${declaration}<p:presentation ${slideNamespaces}><p:sldIdLst>${ids.map((id) => `<p:sldId id="${255 + id}" r:id="rId${id}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": createRelationships(
      Object.fromEntries(ids.map((id) => [`rId${id}`, ["slide", `slides/slide${id}.xml`]])),
    ),
  };
  for (const [index, { shapes, notes, chart, isHidden = false }] of slides.entries()) {
    const id = index + 1;
    parts[`ppt/slides/slide${id}.xml`] = createPart("sld", shapes, isHidden ? 'show="0"' : "");
    parts[`ppt/slides/_rels/slide${id}.xml.rels`] = createRelationships({
      ...(notes !== undefined && { rId1: ["notesSlide", `../notesSlides/notesSlide${id}.xml`] as const }),
      ...(chart !== undefined && { rId2: ["chart", `../charts/chart${id}.xml`] as const }),
    });
    if (notes !== undefined) parts[`ppt/notesSlides/notesSlide${id}.xml`] = createPart("notes", notes);
    if (chart !== undefined)
      parts[`ppt/charts/chart${id}.xml`] =
        `${declaration}<c:chartSpace ${slideNamespaces}><c:chart><c:plotArea><c:barChart>${chart}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  }
  return createZip(parts);
}

const openDocumentNamespaces = ["office", "text", "table", "style", "draw", "presentation"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === "draw" ? "drawing" : name}:1.0"`)
  .join(" ");

/** Creates an OpenDocument text. `styles`: the XML of list styles and of the outline's style. */
export function createOpenText(body: string, styles: { lists?: string; outline?: string } = {}): Uint8Array {
  const type = "application/vnd.oasis.opendocument.text";
  return createZip({
    mimetype: type,
    "META-INF/manifest.xml": `${declaration}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
    "styles.xml": `${declaration}<office:document-styles ${openDocumentNamespaces}><office:styles>${styles.outline ?? ""}</office:styles></office:document-styles>`,
    "content.xml": `${declaration}<office:document-content ${openDocumentNamespaces} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:automatic-styles>${styles.lists ?? ""}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
}
