import { zipSync } from "fflate";
import { type Archive, openArchive } from "../../child/archive.ts";
import type { ItemCollector } from "../../child/itemCollector.ts";
import {
  addOpenDocumentStyles,
  editOpenDocumentXml,
  type OpenDocumentNotes,
  type OpenDocumentStyles,
} from "./editOpenDocumentXml.ts";
import { editSlideXml } from "./editSlideXml.ts";
import { editWordXml, type WordPartNotes } from "./editWordXml.ts";
import { visitXml } from "./editXml.ts";
import { createWordNumbering } from "./wordNumbering.ts";

export interface PreparedOfficeFile {
  /** An archive of the parts with text. */
  bytes: Uint8Array;
  /** Numbers from 1 of the slides that the presentation does not show. */
  hiddenSlides: ReadonlySet<number>;
}

/** Parts without text. They are not even inflated. */
const skippedPartPattern =
  /(^|\/)(media|Pictures|fonts|embeddings|activeX|Thumbnails|ObjectReplacements|printerSettings)\/|^docProps\/thumbnail/;

/**
 * Reads the parts of an office document that have text, and writes into them what programs compute when they show the
 * document, such as the numbers of paragraphs, because officeparser does not. Notes what is left out. Throws
 * `DocumentReadError`, or yauzl's error if the archive is damaged.
 */
export async function prepareOfficeFile(path: string, items: ItemCollector): Promise<PreparedOfficeFile> {
  const archive = await openArchive(path);
  try {
    const parts = await readParts(archive);
    const hiddenSlides = parts.has("content.xml") ? editOpenDocument(parts, items) : editOfficeOpenXml(parts, items);
    return { bytes: zipSync(Object.fromEntries(parts), { level: 0 }), hiddenSlides };
  } finally {
    archive.close();
  }
}

async function readParts(archive: Archive): Promise<Map<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>();
  for (const name of archive.names) {
    if (name.endsWith("/") || skippedPartPattern.test(name)) continue;
    const bytes = await archive.readEntry(name);
    if (bytes) parts.set(name, bytes);
  }
  return parts;
}

type Parts = Map<string, Uint8Array>;

function editOpenDocument(parts: Parts, items: ItemCollector): Set<number> {
  const notes: OpenDocumentNotes = { deletions: 0, hiddenPages: [] };
  const styles: OpenDocumentStyles = { lists: new Map(), outline: new Map(), hiddenPages: new Set() };
  addOpenDocumentStyles(getText(parts, "styles.xml"), styles);
  addOpenDocumentStyles(getText(parts, "content.xml"), styles);
  editPart(parts, "content.xml", (xml) => editOpenDocumentXml(xml, styles, notes));
  if (notes.deletions > 0) items.note("leftOutDeletedText", { count: notes.deletions });
  return new Set(notes.hiddenPages);
}

function editOfficeOpenXml(parts: Parts, items: ItemCollector): Set<number> {
  const hiddenParts = new Set<string>();
  const notes: WordPartNotes = { deletions: 0, hiddenRuns: 0, unknownSymbols: 0 };
  const numbering = createWordNumbering(getText(parts, "word/numbering.xml"), getText(parts, "word/styles.xml"));
  const unnumbered = createWordNumbering("", "");
  const embeddedFiles: string[] = [];
  for (const name of parts.keys()) {
    if (/^word\/document\d*\.xml$/.test(name)) editPart(parts, name, (xml) => editWordXml(xml, numbering, notes));
    else if (/^word\/(footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/.test(name))
      editPart(parts, name, (xml) => editWordXml(xml, unnumbered, notes));
    else if (/^ppt\/(slides\/slide|notesSlides\/notesSlide)\d+\.xml$/.test(name))
      editPart(parts, name, (xml) => {
        const slide = editSlideXml(xml);
        if (slide.isHidden) hiddenParts.add(name);
        return slide.xml;
      });
    else if (/^(word\/_rels\/document\d*\.xml|ppt\/slides\/_rels\/slide\d+\.xml)\.rels$/.test(name))
      embeddedFiles.push(...findEmbeddedFiles(getText(parts, name)));
  }
  if (notes.deletions > 0) items.note("leftOutDeletedText", { count: notes.deletions });
  if (notes.hiddenRuns > 0) items.note("leftOutHidden", { count: notes.hiddenRuns });
  if (notes.unknownSymbols > 0) items.note("charactersUnreadable", { count: notes.unknownSymbols });
  if (numbering.unknownFormats.size > 0)
    items.note("numberingUnsure", { detail: [...numbering.unknownFormats].join(", ") });
  for (const file of embeddedFiles) items.note("embeddedFiles", { count: 1, detail: file });
  const slides = hiddenParts.size > 0 ? listSlides(parts) : [];
  return new Set(slides.flatMap((name, index) => (hiddenParts.has(name) ? [index + 1] : [])));
}

/** Returns the names of the slides' parts in the order in which the presentation shows them. */
function listSlides(parts: Parts): string[] {
  const targets = new Map<string, string>();
  visitXml(getText(parts, "ppt/_rels/presentation.xml.rels"), {
    open(_name, { Id: id = "", Target: target = "" }) {
      targets.set(id, target.startsWith("/") ? target.slice(1) : `ppt/${target}`);
    },
  });
  const slides: string[] = [];
  visitXml(getText(parts, "ppt/presentation.xml"), {
    open(name, attributes) {
      const target = name === "p:sldId" ? targets.get(attributes["r:id"] ?? "") : undefined;
      if (target !== undefined && parts.has(target)) slides.push(target);
    },
  });
  return slides;
}

/** Returns the names of the files that are embedded in a document, as objects that open on a click. */
function findEmbeddedFiles(xml: string): string[] {
  const names: string[] = [];
  visitXml(xml, {
    open(_name, { Type: type = "", Target: target = "", TargetMode: mode }) {
      if (/\/(oleObject|package)$/.test(type) && mode !== "External") names.push(target.split("/").at(-1) ?? "");
    },
  });
  return names;
}

function editPart(parts: Parts, name: string, edit: (xml: string) => string): void {
  const xml = getText(parts, name);
  if (xml !== "") parts.set(name, Buffer.from(edit(xml)));
}

/** Returns the text of a part; "" if it does not exist or is not UTF-8, as XML of office documents always is. */
function getText(parts: Parts, name: string): string {
  const bytes = parts.get(name);
  if (!bytes) return "";
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return /^\ufeff?\s*</.test(text) ? text : "";
}
