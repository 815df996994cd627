import type { ConvertFormat } from "@lectern/contract";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { fitSlide } from "./fitSlide.ts";

const properties = "docProps/core.xml";

/** What pandoc made, with its title among its properties and, of slides, each fitted. */
export function finishDocument(made: Uint8Array, format: ConvertFormat, title: string): Uint8Array {
  const parts = unzipSync(made);
  const change = (name: string, how: (xml: string) => string) => {
    const bytes = parts[name];
    if (bytes) parts[name] = strToU8(how(strFromU8(bytes)));
  };
  change(properties, (xml) => xml.replace(/<dc:title>[^<]*<\/dc:title>|<dc:title ?\/>/, () => titleOf(title)));
  const slides =
    format === "pptx" ? Object.keys(parts).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)) : [];
  for (const name of slides) change(name, fitSlide);
  return zipSync(parts, { level: 6 });
}

function titleOf(title: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML holds none
  const plain = title.toWellFormed().replace(/[\u0000-\u001f\ufffe\uffff]/g, " ");
  return `<dc:title>${plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</dc:title>`;
}
