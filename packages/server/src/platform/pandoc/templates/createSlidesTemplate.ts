import { createSlideLayouts } from "./createSlideLayouts.ts";
import { createSlideMaster } from "./createSlideMaster.ts";
import { createThemePart } from "./createThemePart.ts";
import {
  createContentTypes,
  createRelationships,
  drawingNamespace,
  relationshipNamespace,
  zipParts,
} from "./zipParts.ts";

/** Size of a 16:9 slide in English Metric Units (12,700 per point). */
export const slideSize = { width: 12_192_000, height: 6_858_000 } as const;
export const slideNamespaces = `xmlns:a="${drawingNamespace}" xmlns:r="${relationshipNamespace}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;

/**
 * Returns our PowerPoint template: the layouts that pandoc looks up by name, and no slides. Nothing in it is taken from
 * pandoc's own template.
 */
export function createSlidesTemplate(): Uint8Array {
  const layouts = createSlideLayouts(slideNamespaces);
  const layoutFileNames = layouts.map((_, index) => `slideLayout${index + 1}.xml`);
  const masterRelationship = createRelationships([["slideMaster", "../slideMasters/slideMaster1.xml"]]);
  return zipParts({
    "[Content_Types].xml": createContentTypes({
      "ppt/presentation.xml": "presentationml.presentation.main",
      "ppt/slideMasters/slideMaster1.xml": "presentationml.slideMaster",
      ...Object.fromEntries(layoutFileNames.map((name) => [`ppt/slideLayouts/${name}`, "presentationml.slideLayout"])),
      "ppt/theme/theme1.xml": "theme",
      "ppt/presProps.xml": "presentationml.presProps",
      "ppt/viewProps.xml": "presentationml.viewProps",
      "ppt/tableStyles.xml": "presentationml.tableStyles",
      "docProps/app.xml": "extended-properties",
    }),
    "_rels/.rels": createRelationships([
      ["officeDocument", "ppt/presentation.xml"],
      ["extended-properties", "docProps/app.xml"],
    ]),
    "docProps/app.xml": `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Slides>0</Slides></Properties>`,
    "ppt/_rels/presentation.xml.rels": createRelationships([
      ["slideMaster", "slideMasters/slideMaster1.xml"],
      ["presProps", "presProps.xml"],
      ["viewProps", "viewProps.xml"],
      ["theme", "theme/theme1.xml"],
      ["tableStyles", "tableStyles.xml"],
    ]),
    "ppt/presentation.xml": `<p:presentation ${slideNamespaces}>
      <p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>
      <p:sldSz cx="${slideSize.width}" cy="${slideSize.height}"/><p:notesSz cx="6858000" cy="9144000"/>
      <p:defaultTextStyle><a:defPPr><a:defRPr lang="en-GB"/></a:defPPr></p:defaultTextStyle>
    </p:presentation>`,
    "ppt/presProps.xml": `<p:presentationPr ${slideNamespaces}/>`,
    "ppt/viewProps.xml": `<p:viewPr ${slideNamespaces}/>`,
    "ppt/tableStyles.xml": `<a:tblStyleLst xmlns:a="${drawingNamespace}" def="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"/>`,
    "ppt/theme/theme1.xml": createThemePart(),
    "ppt/slideMasters/slideMaster1.xml": createSlideMaster(slideNamespaces, layouts.length),
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": createRelationships([
      ...layoutFileNames.map((name) => ["slideLayout", `../slideLayouts/${name}`] as const),
      ["theme", "../theme/theme1.xml"],
    ]),
    ...Object.fromEntries(layouts.map((xml, index) => [`ppt/slideLayouts/${layoutFileNames[index]}`, xml])),
    ...Object.fromEntries(layoutFileNames.map((name) => [`ppt/slideLayouts/_rels/${name}.rels`, masterRelationship])),
  });
}
