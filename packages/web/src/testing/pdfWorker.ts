import { commands } from "vitest/browser";

const file = "../../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs";
const source = await commands.readFile(file);
const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));

/**
 * The worker that reads PDFs, for tests of their pages. Vite's development server would transform its megabyte anew
 * for each document: `vi.mock("pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker", () => import(…))` with this file.
 */
export default class PdfWorkerScript extends Worker {
  constructor(options: WorkerOptions) {
    super(url, { ...options, type: "module" });
  }
}
