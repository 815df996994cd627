import type { PDFPageProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import { createOcrEngine } from "../ocr.ts";
import type { Paragraph } from "./pageParagraphs.ts";

/** Longest side of a page as it is recognised, in pixels: about 250 dots an inch of A4. */
const side = 2_900;

/** Reads pages that are pictures. */
export interface PageReader {
  read(page: PDFPageProxy): Promise<Paragraph[]>;
  close(): Promise<void>;
}

/** The recogniser is loaded with the first page. `close` must follow. */
export function createPageReader(languages: readonly string[]): PageReader {
  let opening: ReturnType<typeof createOcrEngine> | null = null;
  return {
    async read(page) {
      opening ??= createOcrEngine(languages);
      const recognizer = await opening;
      const paragraphs = await recognizer.read(await drawPage(page));
      return paragraphs.map((text, index) => ({ text, size: 0, font: "", lines: 1_000, top: index }));
    },
    async close() {
      await (await opening)?.close();
    },
  };
}

async function drawPage(page: PDFPageProxy): Promise<Buffer> {
  const { createCanvas } = await import("@napi-rs/canvas");
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(4, side / Math.max(width, height, 1));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  const context = canvas.getContext("2d");
  // @ts-expect-error The canvas of Node has what pdf.js draws with; its type is not the browser's.
  await page.render({ canvas, canvasContext: context, viewport, background: "white" }).promise;
  return canvas.encode("png");
}
