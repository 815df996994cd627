import type { JsonObject } from "@lectern/contract";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { createEncryptedError, createTooLargeError } from "../readFailures.ts";
import { findRunningHeaders } from "./pdf/findRunningHeaders.ts";
import { groupParagraphs, type Paragraph } from "./pdf/groupParagraphs.ts";
import { findBodyStyle, isHeading, isLarge } from "./pdf/headings.ts";
import { inferHeadings } from "./pdf/inferHeadings.ts";
import { openPdf } from "./pdf/openPdf.ts";
import type { PdfPage } from "./pdf/pdfPage.ts";
import { placeFootnotes } from "./pdf/placeFootnotes.ts";
import { placeOutline } from "./pdf/placeOutline.ts";
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
    for (const { page, paragraphs } of pages) {
      for (const paragraph of paragraphs) {
        if (runningHeaders.has(paragraph)) continue;
        const place = places.get(paragraph);
        const isUnlistedHeading =
          outlinePlaces !== null && isLarge(paragraph, bodyStyle) && isHeading(paragraph, bodyStyle);
        const isHeadingParagraph = place?.isHeading || isUnlistedHeading;
        const kind = isHeadingParagraph ? "heading" : "paragraph";
        items.add(paragraph.text, { page }, kind, !isHeadingParagraph, place?.headings ?? []);
      }
    }
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
    for (let page = 1; page <= pdf.numPages; page++) {
      const pageProxy = await pdf.getPage(page);
      let paragraphs = await readPageParagraphs(pageProxy);
      if (paragraphs.length === 0 && scannedPageReader) paragraphs = await scannedPageReader.read(pageProxy);
      pageProxy.cleanup();
      for (const { text } of paragraphs) characters += text.length;
      if (characters > documentLimits.characters)
        throw createTooLargeError(`${documentLimits.characters / 1_000_000} million characters of text`);
      pages.push({ page, paragraphs, ...describePage(pageProxy) });
      onProgress((page / pdf.numPages) * 100);
    }
  } finally {
    await scannedPageReader?.close();
  }
  return pages;
}

function describePage(page: PDFPageProxy): Pick<PdfPage, "key" | "toUpright"> {
  const { transform } = page.getViewport({ scale: 1 });
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = transform.map(Number);
  return {
    key: page.ref ? toPageKey(page.ref) : null,
    toUpright: (x, y) => ({ left: a * x + c * y + e, top: b * x + d * y + f }),
  };
}

async function readPageParagraphs(page: PDFPageProxy): Promise<Paragraph[]> {
  return groupParagraphs(await readPageFragments(page));
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
