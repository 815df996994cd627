import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import type { PDFDocumentProxy } from "pdfjs-dist/types/src/pdf.d.ts";

const pdfjsFolder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** Opens a PDF. Throws pdf.js's `PasswordException` if it is encrypted, and its other exceptions if it is damaged. */
export async function openPdf(bytes: Buffer): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  return getDocument({
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    // Character maps for Chinese, Japanese and Korean, which many files reference without embedding them.
    cMapUrl: join(pdfjsFolder, "cmaps") + sep,
    cMapPacked: true,
    standardFontDataUrl: join(pdfjsFolder, "standard_fonts") + sep,
    wasmUrl: join(pdfjsFolder, "wasm") + sep,
    iccUrl: join(pdfjsFolder, "iccs") + sep,
    useSystemFonts: false,
    disableFontFace: true,
    // In pixels; larger images are skipped.
    maxImageSize: 60_000_000,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}
