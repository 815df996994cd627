import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

const defaultRatio = Math.SQRT2;
const minRatio = 0.1;
const maxRatio = 10;
/** The maximum size of a canvas. Browsers draw nothing on larger ones. */
const maxCanvasPixels = 2 ** 24;
const maxCanvasSidePx = 8_192;

/** Returns height divided by width of a page, within limits, because a hostile file can claim any size. */
export function getPageRatio(page: Pick<PDFPageProxy, "getViewport">): number {
  const { width, height } = page.getViewport({ scale: 1 });
  const ratio = height / width;
  return Number.isFinite(ratio) && ratio > 0 ? Math.min(maxRatio, Math.max(minRatio, ratio)) : defaultRatio;
}

/**
 * Returns the scale at which a page of this size is drawn to be `widthPx` wide, in physical pixels, or less if the
 * canvas would be too large. Returns null if the size is not valid.
 */
export function getDrawingScale(page: { width: number; height: number }, widthPx: number): number | null {
  const { width, height } = page;
  const scale = Math.min(
    widthPx / width,
    maxCanvasSidePx / width,
    maxCanvasSidePx / height,
    Math.sqrt(maxCanvasPixels / (width * height)),
  );
  const isValid = Number.isFinite(scale) && scale > 0 && width * scale >= 1 && height * scale >= 1;
  return isValid ? scale : null;
}
