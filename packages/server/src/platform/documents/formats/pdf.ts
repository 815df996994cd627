import type { JsonObject } from "@lectern/contract";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import type { FormatReader } from "../child/formatReader.ts";
import type { ItemCollector } from "../child/itemCollector.ts";
import { documentLimits } from "../documentLimits.ts";
import { createEncryptedError, createTooLargeError, createXfaError } from "../readFailures.ts";
import { findAnnotatedPages } from "./pdf/findAnnotatedPages.ts";
import { findRunningHeaders } from "./pdf/findRunningHeaders.ts";
import { groupParagraphs } from "./pdf/groupParagraphs.ts";
import { findBodyStyle, isHeading, isLarge } from "./pdf/headings.ts";
import { inferHeadings } from "./pdf/inferHeadings.ts";
import { openPdf } from "./pdf/openPdf.ts";
import type { PdfPage } from "./pdf/pdfPage.ts";
import { placeFootnotes } from "./pdf/placeFootnotes.ts";
import { placeOutline } from "./pdf/placeOutline.ts";
import { type PageAnnotations, readAnnotations } from "./pdf/readAnnotations.ts";
import { readOutline, toPageKey } from "./pdf/readOutline.ts";
import { readPageFragments } from "./pdf/readPageFragments.ts";
import { createScannedPageReader } from "./pdf/readScannedPage.ts";

/**
 * Reads PDF with pdf.js: paragraphs in reading order, each with its page number. Text on pages without a text layer is
 * recognized if OCR is enabled.
 */
export const readPdf: FormatReader = async (input, items) => {
  const pdf = await openPdf(await input.loadBytes()).catch((error: unknown): never => {
    throw error instanceof Error && error.name === "PasswordException" ? createEncryptedError(error) : error;
  });
  try {
    if (pdf.numPages > documentLimits.pages)
      throw createTooLargeError(`${documentLimits.pages.toLocaleString("en")} pages`);
    const pages = await readPages(pdf, input.ocrLanguages, input.onProgress);
    const bodyStyle = findBodyStyle(pages.flatMap(({ paragraphs }) => paragraphs));
    const runningHeaders = findRunningHeaders(
      pages.map(({ paragraphs }) => paragraphs),
      bodyStyle,
    );
    const outlinePlaces = placeOutline(await readOutline(pdf), pages, runningHeaders);
    const sectionPlaces = outlinePlaces ?? inferHeadings(pages, bodyStyle, runningHeaders);
    const places = placeFootnotes(sectionPlaces, pages, bodyStyle, runningHeaders);
    for (const { page, paragraphs, annotations } of pages) {
      let headings: readonly string[] = [];
      for (const paragraph of paragraphs) {
        if (runningHeaders.has(paragraph)) continue;
        const place = places.get(paragraph);
        const isUnlistedHeading =
          outlinePlaces !== null && isLarge(paragraph, bodyStyle) && isHeading(paragraph, bodyStyle);
        const isHeadingParagraph = place?.isHeading || isUnlistedHeading;
        const kind = isHeadingParagraph ? "heading" : "paragraph";
        items.add(paragraph.text, { page }, kind, !isHeadingParagraph, place?.headings ?? []);
        headings = place?.headings ?? [];
      }
      addAnnotations(annotations, page, headings, items);
    }
    await addNotes(pdf, pages, items);
    return { props: await readProps(pdf) };
  } finally {
    await pdf.loadingTask.destroy();
  }
};

async function readPages(
  pdf: PDFDocumentProxy,
  ocrLanguages: readonly string[] | null,
  onProgress: (percent: number) => void,
): Promise<PdfPage[]> {
  const pages: PdfPage[] = [];
  const scannedPageReader = ocrLanguages === null ? null : createScannedPageReader(ocrLanguages);
  let characters = 0;
  try {
    const annotatedPages = await findAnnotatedPages(pdf);
    for (let page = 1; page <= pdf.numPages; page++) {
      const pageProxy = await pdf.getPage(page);
      const fragments = await readPageFragments(pageProxy);
      const description = describePage(pageProxy);
      const annotations = annotatedPages.has(page)
        ? await readAnnotations(pageProxy, fragments, description.toUpright)
        : noAnnotations;
      let paragraphs = groupParagraphs(fragments);
      const isScanned = paragraphs.length === 0;
      if (isScanned && scannedPageReader) paragraphs = await scannedPageReader.read(pageProxy);
      pageProxy.cleanup();
      for (const { text } of paragraphs) characters += text.length;
      if (characters > documentLimits.characters)
        throw createTooLargeError(`${documentLimits.characters / 1_000_000} million characters of text`);
      pages.push({ page, paragraphs, annotations, isScanned, ...description });
      onProgress((page / pdf.numPages) * 100);
    }
  } finally {
    await scannedPageReader?.close();
  }
  return pages;
}

const noAnnotations: PageAnnotations = { fields: [], notes: [], files: [], media: 0 };

function describePage(page: PDFPageProxy): Pick<PdfPage, "key" | "toUpright"> {
  const { transform } = page.getViewport({ scale: 1 });
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = transform.map(Number);
  return {
    key: page.ref ? toPageKey(page.ref) : null,
    toUpright: (x, y) => ({ left: a * x + c * y + e, top: b * x + d * y + f }),
  };
}

/** Fields are combined until their list is this long, in characters. */
const maxListLength = 1_500;

function addAnnotations(
  { fields, notes }: PageAnnotations,
  page: number,
  headings: readonly string[],
  items: ItemCollector,
): void {
  let lines: string[] = [];
  let length = 0;
  for (const field of fields) {
    if (length + field.length > maxListLength && lines.length > 0) {
      items.add(lines.join("\n"), { page }, "list", true, headings);
      lines = [];
      length = 0;
    }
    lines.push(field);
    length += field.length;
  }
  items.add(lines.join("\n"), { page }, "list", true, headings);
  for (const note of notes) items.add(note, { page }, "paragraph", true, headings);
}

/** Notes what the file contains but the text does not. Throws `DocumentReadError` if the text is only a placeholder. */
async function addNotes(pdf: PDFDocumentProxy, pages: readonly PdfPage[], items: ItemCollector): Promise<void> {
  const info: object = (await pdf.getMetadata().catch(() => null))?.info ?? {};
  if (Reflect.get(info, "IsXFAPresent") === true) {
    const text = pages.flatMap(({ paragraphs }) => paragraphs.map((paragraph) => paragraph.text)).join("\n");
    if (isXfaPlaceholder(text, pages.length)) throw createXfaError();
    if (Reflect.get(info, "IsAcroFormPresent") !== true) items.note("xfaForm");
  }
  const attachments: unknown = await pdf.getAttachments().catch(() => null);
  const files = [...listAttachmentNames(attachments), ...pages.flatMap(({ annotations }) => annotations.files)].filter(
    (name, index, names) => names.indexOf(name) === index,
  );
  if (files.length > 0) {
    items.add(
      ["Files inside this PDF, which were not read:", ...files.map((name) => `- ${name}`)].join("\n"),
      { page: 1 },
      "list",
      true,
      [],
    );
    items.note("embeddedFiles", { count: files.length, detail: files.join(", ") });
  }
  const media = pages.reduce((sum, { annotations }) => sum + annotations.media, 0);
  if (media > 0) items.note("mediaLeftOut", { count: media });
  const recognizedPages = pages.filter(({ isScanned, paragraphs }) => isScanned && paragraphs.length > 0);
  if (recognizedPages.length > 0)
    items.note("recognizedPages", { count: recognizedPages.length, detail: formatPages(recognizedPages) });
  const blankPages = pages.filter(({ paragraphs }) => paragraphs.length === 0);
  if (blankPages.length > 0)
    items.note("pagesWithoutText", { count: blankPages.length, detail: formatPages(blankPages) });
}

/** Forms of the kind XFA have one page that tells other programs than Adobe's to wait or to update. */
function isXfaPlaceholder(text: string, pageCount: number): boolean {
  return (
    pageCount <= 2 &&
    text.length < 1_500 &&
    /please wait|bitte warten|patienter|espere|attendere|adobe (reader|acrobat)/i.test(text)
  );
}

const maxListedFiles = 200;

function listAttachmentNames(attachments: unknown): string[] {
  if (!(attachments instanceof Map)) return [];
  return [...attachments.values()].slice(0, maxListedFiles).flatMap((attachment: unknown) => {
    const name: unknown = typeof attachment === "object" && attachment !== null && Reflect.get(attachment, "filename");
    return typeof name === "string" && name !== "" ? [name] : [];
  });
}

/** Writes page numbers briefly, as in "1, 3–5". */
function formatPages(pages: readonly { page: number }[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const { page } of pages) {
    const last = ranges.at(-1);
    if (last && page === last.to + 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}

async function readProps(pdf: PDFDocumentProxy): Promise<JsonObject> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const texts = (["Title", "Author", "Subject", "Keywords"] as const).flatMap((name): [string, string][] => {
    const value: unknown = Reflect.get(info, name);
    return typeof value === "string" && value.trim() !== ""
      ? [[name.toLowerCase(), value.trim().slice(0, documentLimits.property).toWellFormed().replaceAll("\0", "")]]
      : [];
  });
  return { ...Object.fromEntries(texts), pages: pdf.numPages };
}
