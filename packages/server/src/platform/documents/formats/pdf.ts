import type { JsonObject } from "@lectern/contract";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { encryptedError, tooLargeError } from "../readFailures.ts";
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
  const pdf = await openPdf(await input.bytes()).catch((error: unknown): never => {
    throw error instanceof Error && error.name === "PasswordException" ? encryptedError(error) : error;
  });
  try {
    if (pdf.numPages > documentLimits.pages) throw tooLargeError(`${documentLimits.pages.toLocaleString("en")} pages`);
    const pages = await readPages(pdf, input.ocrLanguages, input.onProgress);
    const body = findBodyStyle(pages.flatMap(({ paragraphs }) => paragraphs));
    const runningHeaders = findRunningHeaders(
      pages.map(({ paragraphs }) => paragraphs),
      body,
    );
    for (const { page, paragraphs } of pages) {
      for (const paragraph of paragraphs) {
        if (runningHeaders.has(paragraph)) continue;
        const heading = isHeading(paragraph, body);
        items.add(paragraph.text, { page }, heading ? "heading" : "paragraph", !heading);
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
  const scanned = ocrLanguages === null ? null : createScannedPageReader(ocrLanguages);
  let characters = 0;
  try {
    for (let page = 1; page <= pdf.numPages; page++) {
      const proxy = await pdf.getPage(page);
      let paragraphs = await readPageText(proxy);
      if (paragraphs.length === 0 && scanned) paragraphs = await scanned.read(proxy);
      proxy.cleanup();
      for (const { text } of paragraphs) characters += text.length;
      if (characters > documentLimits.characters)
        throw tooLargeError(`${documentLimits.characters / 1_000_000} million characters of text`);
      pages.push({ page, paragraphs });
      onProgress((page / pdf.numPages) * 100);
    }
  } finally {
    await scanned?.close();
  }
  return pages;
}

async function readPageText(page: PDFPageProxy): Promise<Paragraph[]> {
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
