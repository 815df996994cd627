import { colors, fonts } from "./createThemePart.ts";

interface ParagraphStyle {
  basedOn?: string;
  next?: string;
  /** Space before the paragraph, in twentieths of a point. */
  before?: number;
  /** Space after the paragraph, in twentieths of a point. */
  after?: number;
  /**
   * Additional paragraph properties, as WordprocessingML. `a|b`: `a` goes before the spacing element and `b` after it,
   * because Word requires a fixed order.
   */
  paragraph?: string;
  /** Additional text properties, as WordprocessingML. */
  text?: string;
}

const createHeadingStyle = (
  size: number,
  before: number,
  level: number,
  color: string = colors.deep,
): ParagraphStyle => ({
  basedOn: "Normal",
  next: "BodyText",
  before,
  after: 80,
  paragraph: `<w:keepNext/><w:keepLines/>|<w:outlineLvl w:val="${level - 1}"/>`,
  text: `<w:b/><w:bCs/><w:color w:val="${color}"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
});

const createBorder = (side: string, size: number, color: string, space = 0) =>
  `<w:${side} w:val="single" w:sz="${size}" w:space="${space}" w:color="${color}"/>`;
const boxBorders = ["top", "left", "bottom", "right"].map((side) => createBorder(side, 4, colors.border, 4)).join("");
const toShading = (color: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${color}"/>`;
const codeFont = `<w:rFonts w:ascii="${fonts.code}" w:hAnsi="${fonts.code}" w:cs="${fonts.code}"/>`;

const paragraphStyles: Record<string, [name: string, style: ParagraphStyle]> = {
  BodyText: ["Body Text", { basedOn: "Normal", after: 140 }],
  FirstParagraph: ["First Paragraph", { basedOn: "BodyText", next: "BodyText" }],
  Compact: ["Compact", { basedOn: "BodyText", before: 20, after: 20 }],
  Title: ["Title", { ...createHeadingStyle(48, 0, 1), after: 200, paragraph: "<w:keepNext/><w:keepLines/>|" }],
  Subtitle: [
    "Subtitle",
    { basedOn: "Normal", next: "BodyText", after: 160, text: `<w:color w:val="${colors.dim}"/><w:sz w:val="28"/>` },
  ],
  Author: ["Author", { basedOn: "Normal", text: `<w:color w:val="${colors.dim}"/>` }],
  Date: ["Date", { basedOn: "Normal", after: 240, text: `<w:color w:val="${colors.dim}"/>` }],
  Heading1: ["heading 1", { ...createHeadingStyle(36, 400, 1), after: 140 }],
  Heading2: ["heading 2", createHeadingStyle(29, 320, 2, colors.accent)],
  Heading3: ["heading 3", createHeadingStyle(25, 260, 3)],
  Heading4: ["heading 4", createHeadingStyle(22, 220, 4, colors.accent)],
  Heading5: ["heading 5", createHeadingStyle(22, 200, 5, colors.dim)],
  Heading6: ["heading 6", createHeadingStyle(21, 200, 6, colors.dim)],
  BlockText: [
    "Block Text",
    {
      basedOn: "BodyText",
      paragraph: `<w:pBdr>${createBorder("left", 18, colors.border, 12)}</w:pBdr>|<w:ind w:left="340" w:right="340"/>`,
      text: `<w:color w:val="${colors.dim}"/>`,
    },
  ],
  Prompt: [
    "Prompt",
    {
      basedOn: "BodyText",
      before: 220,
      paragraph: `<w:pBdr>${createBorder("left", 24, colors.accent, 10)}</w:pBdr>${toShading(colors.raised)}|<w:ind w:left="227"/>`,
    },
  ],
  SourceCode: [
    "Source Code",
    {
      basedOn: "Normal",
      before: 120,
      after: 200,
      paragraph: `<w:pBdr>${boxBorders}</w:pBdr>${toShading(colors.raised)}<w:wordWrap w:val="off"/>|<w:ind w:left="113" w:right="113"/>`,
      text: `${codeFont}<w:sz w:val="18"/><w:szCs w:val="18"/>`,
    },
  ],
  Caption: ["caption", { basedOn: "Normal", after: 120, text: `<w:i/><w:color w:val="${colors.dim}"/>` }],
  FootnoteText: ["footnote text", { basedOn: "Normal", after: 40, text: `<w:sz w:val="18"/>` }],
};

const characterStyles: Record<string, [name: string, text: string]> = {
  VerbatimChar: ["Verbatim Char", `${codeFont}<w:sz w:val="20"/>${toShading(colors.raised)}`],
  Hyperlink: ["Hyperlink", `<w:color w:val="${colors.accent}"/><w:u w:val="single"/>`],
  FootnoteReference: ["footnote reference", `<w:vertAlign w:val="superscript"/>`],
};

/** Returns the styles part of our Word template, with the names that pandoc looks up. */
export function createWordStyles(namespaces: string): string {
  const textFont = `<w:rFonts w:ascii="${fonts.text}" w:hAnsi="${fonts.text}" w:eastAsia="${fonts.text}" w:cs="${fonts.text}"/>`;
  return `<w:styles ${namespaces}>
    <w:docDefaults>
      <w:rPrDefault><w:rPr>${textFont}<w:color w:val="${colors.text}"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault>
      <w:pPrDefault><w:pPr><w:spacing w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault>
    </w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
    <w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>
    <w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/>
      <w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr>
    </w:style>
    ${Object.entries(paragraphStyles)
      .map(([id, [name, style]]) => buildParagraphStyle(id, name, style))
      .join("")}
    ${Object.entries(characterStyles)
      .map(([id, [name, text]]) => buildCharacterStyle(id, name, text))
      .join("")}
    ${tableStyle}
  </w:styles>`;
}

function buildParagraphStyle(
  id: string,
  name: string,
  { basedOn, next, before, after, paragraph = "", text }: ParagraphStyle,
) {
  const [front = "", back = ""] = paragraph.split("|");
  const spacingAttributes = [
    before === undefined ? "" : ` w:before="${before}"`,
    after === undefined ? "" : ` w:after="${after}"`,
  ];
  const spacing = spacingAttributes.join("") === "" ? "" : `<w:spacing${spacingAttributes.join("")}/>`;
  return `<w:style w:type="paragraph"${basedOn && !(name in builtInStyles) ? ' w:customStyle="1"' : ""} w:styleId="${id}">
    <w:name w:val="${name}"/>${basedOn ? `<w:basedOn w:val="${basedOn}"/>` : ""}${next ? `<w:next w:val="${next}"/>` : ""}<w:qFormat/>
    <w:pPr>${front}${spacing}${back}</w:pPr>${text ? `<w:rPr>${text}</w:rPr>` : ""}
  </w:style>`;
}

/** Names of Word's built-in styles. */
const builtInStyles: Readonly<Record<string, true>> = {
  "Body Text": true,
  Title: true,
  Subtitle: true,
  Date: true,
  "Block Text": true,
  caption: true,
  "footnote text": true,
  "heading 1": true,
  "heading 2": true,
  "heading 3": true,
  "heading 4": true,
  "heading 5": true,
  "heading 6": true,
};

const buildCharacterStyle = (id: string, name: string, text: string) =>
  `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="DefaultParagraphFont"/><w:rPr>${text}</w:rPr></w:style>`;

const tableStyle = `<w:style w:type="table" w:customStyle="1" w:styleId="Table"><w:name w:val="Table"/><w:basedOn w:val="TableNormal"/><w:qFormat/>
  <w:pPr><w:spacing w:before="40" w:after="40" w:line="252" w:lineRule="auto"/></w:pPr>
  <w:tblPr><w:tblInd w:w="0" w:type="dxa"/>
    <w:tblBorders>${createBorder("top", 8, colors.dim)}${createBorder("bottom", 8, colors.dim)}${createBorder("insideH", 4, colors.border)}</w:tblBorders>
    <w:tblCellMar><w:top w:w="28" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="28" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar>
  </w:tblPr>
  <w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:color w:val="${colors.deep}"/></w:rPr>
    <w:tcPr><w:tcBorders>${createBorder("bottom", 8, colors.dim)}</w:tcBorders>${toShading(colors.raised)}<w:vAlign w:val="bottom"/></w:tcPr>
  </w:tblStylePr>
</w:style>`;
