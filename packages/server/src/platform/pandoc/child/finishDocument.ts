import type { ConvertFormat } from "@lectern/contract";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { escapeXml } from "./escapeXml.ts";
import { fitSlide } from "./fitSlide.ts";

const propertiesPartName = "docProps/core.xml";

/** The start of a table whose first paragraph is from right to left. */
const rightToLeftTable = /<w:tbl><w:tblPr>(?:<w:tblStyle [^>]*>)?(?=(?:(?!<\/w:p>)[\s\S])*?<w:bidi \/>)/g;

/**
 * Post-processes pandoc's document: sets the title in its properties, orders the columns of tables from right to left,
 * and adjusts each slide of a presentation.
 */
export function finishDocument(document: Uint8Array, format: ConvertFormat, title: string): Uint8Array {
  const parts = unzipSync(document);
  const changePart = (name: string, transform: (xml: string) => string) => {
    const bytes = parts[name];
    if (bytes) parts[name] = strToU8(transform(strFromU8(bytes)));
  };
  changePart(propertiesPartName, (xml) =>
    xml.replace(/<dc:title>[^<]*<\/dc:title>|<dc:title ?\/>/, () => `<dc:title>${escapeXml(title)}</dc:title>`),
  );
  // Pandoc sets the direction of the paragraphs only.
  changePart("word/document.xml", (xml) => xml.replace(rightToLeftTable, (start) => `${start}<w:bidiVisual />`));
  const slideNames =
    format === "pptx" ? Object.keys(parts).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)) : [];
  for (const name of slideNames) changePart(name, fitSlide);
  return zipSync(parts, { level: 6 });
}
