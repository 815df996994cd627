import { strToU8, zipSync } from "fflate";

/** Zips the parts of an Office document, without line breaks. `parts`: XML by name. The result is deterministic. */
export function zipParts(parts: Readonly<Record<string, string>>): Uint8Array {
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(xmlDeclaration + xml.replace(/\n\s*/g, ""))]);
  return zipSync(Object.fromEntries(files), { level: 6, mtime: new Date(Date.UTC(2020, 0, 1, 12)) });
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Returns the XML of a part's relationships, with the ids `rId1`, `rId2` and so on. */
export function createRelationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const elements = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationshipNamespace}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packageNamespace}/relationships">${elements.join("")}</Relationships>`;
}

/** `types`: content types of the parts, by name, without the prefix and suffix that all share. */
export function createContentTypes(types: Readonly<Record<string, string>>): string {
  const overrides = Object.entries(types).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${contentTypePrefix}.${type}+xml"/>`,
  );
  return `<Types xmlns="${packageNamespace}/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/xml"/>
    ${overrides.join("")}
  </Types>`;
}

const packageNamespace = "http://schemas.openxmlformats.org/package/2006";
const contentTypePrefix = "application/vnd.openxmlformats-officedocument";
export const relationshipNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const drawingNamespace = "http://schemas.openxmlformats.org/drawingml/2006/main";
