import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";

/**
 * Unzips a document and returns the text of its parts by name. Throws if an XML part is not well-formed or uses a
 * prefix whose namespace is not declared, because Word and PowerPoint refuse such files.
 */
export function parseDocumentParts(document: Uint8Array): Record<string, string> {
  const parts = Object.entries(unzipSync(document)).map(([name, bytes]): [string, string] => {
    const text = strFromU8(bytes);
    if (/\.(?:xml|rels)$/.test(name)) assertValidXml(name, text);
    return [name, text];
  });
  return Object.fromEntries(parts);
}

function assertValidXml(name: string, xml: string): void {
  const parser = new SaxesParser({ xmlns: true, fileName: name });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
}
