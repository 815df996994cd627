import {
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  ResponseException,
  VerbosityLevel,
  version,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import PdfWorkerScript from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker";
import { withTimeLimit } from "./withTimeLimit.ts";

const openTimeLimitMs = 60_000;
/** A smaller file is loaded as a whole; of a larger one, only what the pages near the viewport need. */
const wholeFileBytes = 20_000_000;
/** In pixels. Larger images of a page are left out. */
const maxImagePixels = 60_000_000;

export interface OpenedPdf {
  document: PDFDocumentProxy;
  /** Stops all work and frees the memory. */
  close: () => void;
}

/**
 * Opens a PDF by its URL, or its bytes. A PDF is hostile: it is parsed in a worker, whose policy blocks the network; its scripts,
 * forms and links have no effect, because only pictures and texts of pages are used. Throws pdf.js's exceptions, and an
 * error when the time limit is exceeded. Stops when the signal aborts.
 */
export async function openPdf(
  source: string | Uint8Array,
  sizeBytes: number | null,
  signal: AbortSignal,
): Promise<OpenedPdf> {
  const assets = new URL(`assets/pdfjs-${version}/`, document.baseURI).href;
  const thread = new PdfWorkerScript({ name: "pdf" });
  const worker = PDFWorker.create({ port: thread });
  const stopWatching = watchEarlyFailures();
  const isLoadedInParts = sizeBytes === null || sizeBytes > wholeFileBytes;
  const task = getDocument({
    ...(typeof source === "string" ? { url: source } : { data: source }),
    worker,
    disableAutoFetch: isLoadedInParts,
    disableStream: isLoadedInParts,
    cMapUrl: `${assets}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${assets}standard_fonts/`,
    // Decoders in JavaScript, because the page's policy forbids WebAssembly.
    wasmUrl: `${assets}wasm/`,
    useWasm: false,
    // The worker's policy blocks the network, so the page loads its fonts.
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = () => {
    // Rejects if the document was never opened.
    task.destroy().catch(() => {});
    worker.destroy();
    thread.terminate();
  };
  try {
    const document = await withTimeLimit(task.promise, openTimeLimitMs, signal);
    return { document, close };
  } catch (error) {
    close();
    throw error;
  } finally {
    stopWatching();
  }
}

/**
 * Keeps a failed request from being reported as an error that nobody handles. pdf.js leaves a promise without a handler if
 * the request fails before its worker asks for the headers, and tells the caller all the same. Returns the function that
 * ends it.
 */
function watchEarlyFailures(): () => void {
  const markAsHandled = (event: PromiseRejectionEvent) => {
    if (event.reason instanceof ResponseException) event.preventDefault();
  };
  addEventListener("unhandledrejection", markAsHandled);
  return () => removeEventListener("unhandledrejection", markAsHandled);
}
