import { colors, createThemePart, fonts } from "./createThemePart.ts";
import { createWordStyles } from "./createWordStyles.ts";
import { createContentTypes, createRelationships, relationshipNamespace, zipParts } from "./zipParts.ts";

const wordNamespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const namespaces = `xmlns:w="${wordNamespace}" xmlns:r="${relationshipNamespace}"`;

/**
 * Returns our Word template: a document with the styles that pandoc looks up, in A4 with page numbers. Nothing in it is
 * taken from pandoc's own template.
 */
export function createWordTemplate(): Uint8Array {
  return zipParts({
    "[Content_Types].xml": createContentTypes({
      "word/document.xml": "wordprocessingml.document.main",
      "word/styles.xml": "wordprocessingml.styles",
      "word/settings.xml": "wordprocessingml.settings",
      "word/fontTable.xml": "wordprocessingml.fontTable",
      "word/footer1.xml": "wordprocessingml.footer",
      "word/theme/theme1.xml": "theme",
    }),
    "_rels/.rels": createRelationships([["officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": createRelationships([
      ["styles", "styles.xml"],
      ["settings", "settings.xml"],
      ["fontTable", "fontTable.xml"],
      ["footer", "footer1.xml"],
      ["theme", "theme/theme1.xml"],
    ]),
    "word/document.xml": `<w:document ${namespaces}><w:body>
      <w:p><w:r><w:t>Template</w:t></w:r></w:p>
      <w:sectPr>
        <w:footerReference w:type="default" r:id="rId4"/>
        <w:pgSz w:w="11906" w:h="16838"/>
        <w:pgMar w:top="1304" w:right="1361" w:bottom="1304" w:left="1361" w:header="709" w:footer="624" w:gutter="0"/>
      </w:sectPr>
    </w:body></w:document>`,
    "word/styles.xml": createWordStyles(namespaces),
    "word/settings.xml": `<w:settings ${namespaces}>
      <w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/><w:characterSpacingControl w:val="doNotCompress"/>
      <w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>
    </w:settings>`,
    "word/fontTable.xml": `<w:fonts ${namespaces}>${createFont(fonts.text, "swiss", "variable")}${createFont(fonts.code, "modern", "fixed")}</w:fonts>`,
    "word/footer1.xml": `<w:ftr ${namespaces}><w:p><w:pPr><w:jc w:val="right"/></w:pPr>
      ${pageField}
    </w:p></w:ftr>`,
    "word/theme/theme1.xml": createThemePart(),
  });
}

const footerRunProperties = `<w:rPr><w:color w:val="${colors.dim}"/><w:sz w:val="18"/></w:rPr>`;
const pageField = `<w:r>${footerRunProperties}<w:fldChar w:fldCharType="begin"/></w:r>
  <w:r>${footerRunProperties}<w:instrText xml:space="preserve"> PAGE </w:instrText></w:r>
  <w:r>${footerRunProperties}<w:fldChar w:fldCharType="separate"/></w:r>
  <w:r>${footerRunProperties}<w:t>1</w:t></w:r>
  <w:r>${footerRunProperties}<w:fldChar w:fldCharType="end"/></w:r>`;

const createFont = (name: string, family: string, pitch: string) =>
  `<w:font w:name="${name}"><w:family w:val="${family}"/><w:pitch w:val="${pitch}"/></w:font>`;
