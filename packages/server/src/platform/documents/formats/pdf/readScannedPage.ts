import type { PDFPageProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import { createOcrEngine } from "../ocr.ts";
import type { Paragraph } from "./groupParagraphs.ts";

/** Maximum length of the longer side of a rendered page: about 250 dpi for A4. */
const maxSidePx = 2_900;

/** Recognizes the text of pages that consist of images. */
export interface ScannedPageReader {
  read(page: PDFPageProxy): Promise<Paragraph[]>;
  close(): Promise<void>;
}

/** Creates a reader that loads the OCR engine when it reads the first page. The caller must call `close`. */
export function createScannedPageReader(languages: readonly string[]): ScannedPageReader {
  let enginePromise: ReturnType<typeof createOcrEngine> | null = null;
  return {
    async read(page) {
      enginePromise ??= createOcrEngine(languages);
      const engine = await enginePromise;
      const paragraphs = await engine.recognize(await renderPage(page));
      return paragraphs.map((text, index) => ({ text, size: 0, font: "", lines: 1_000, left: 0, top: index }));
    },
    async close() {
      await (await enginePromise)?.close();
    },
  };
}

async function renderPage(page: PDFPageProxy): Promise<Buffer> {
  const { createCanvas } = await import("@napi-rs/canvas");
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(4, maxSidePx / Math.max(width, height, 1));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  const context = canvas.getContext("2d");
  // @ts-expect-error Node's canvas has the methods that pdf.js needs, but not the browser's type.
  await page.render({ canvas, canvasContext: context, viewport, background: "white" }).promise;
  return canvas.encode("png");
}
