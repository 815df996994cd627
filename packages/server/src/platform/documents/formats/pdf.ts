import type { JsonObject } from "@lectern/contract";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { createEncryptedError, createTooLargeError } from "../readFailures.ts";
import { findRunningHeaders } from "./pdf/findRunningHeaders.ts";
import { groupParagraphs, type Paragraph } from "./pdf/groupParagraphs.ts";
import { findBodyStyle, isHeading } from "./pdf/headings.ts";
import { openPdf } from "./pdf/openPdf.ts";
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
    for (const { page, paragraphs } of pages) {
      for (const paragraph of paragraphs) {
        if (runningHeaders.has(paragraph)) continue;
        const isHeadingParagraph = isHeading(paragraph, bodyStyle);
        items.add(paragraph.text, { page }, isHeadingParagraph ? "heading" : "paragraph", !isHeadingParagraph);
      }
    }
    return { props: await readProps(pdf) };
  } finally {
    await pdf.loadingTask.destroy();
  }
};

interface Page {
  page: number;
  paragraphs: Paragraph[];
}

async function readPages(
  pdf: PDFDocumentProxy,
  ocrLanguages: readonly string[] | null,
  onProgress: (percent: number) => void,
): Promise<Page[]> {
  const pages: Page[] = [];
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
      pages.push({ page, paragraphs });
      onProgress((page / pdf.numPages) * 100);
    }
  } finally {
    await scannedPageReader?.close();
  }
  return pages;
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
