import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { getDrawingScale } from "./pageSize.ts";
import { withTimeLimit } from "./withTimeLimit.ts";

const drawTimeLimitMs = 20_000;

/**
 * Draws a page on a new canvas, `widthPx` physical pixels wide. Throws if that takes too long, if the signal aborts, or
 * if the page is damaged.
 */
export async function drawPage(page: PDFPageProxy, widthPx: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const scale = getDrawingScale(page.getViewport({ scale: 1 }), widthPx);
  if (scale === null) throw new Error("The page has no valid size.");
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport, background: "#fff" });
  try {
    await withTimeLimit(task.promise, drawTimeLimitMs, signal);
  } finally {
    task.cancel();
  }
  return canvas;
}
