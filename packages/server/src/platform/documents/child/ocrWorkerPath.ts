import { createRequire } from "node:module";

/** The only worker thread program that a read may start: text recognition. */
export const ocrWorkerPath = createRequire(import.meta.url).resolve("tesseract.js/src/worker-script/node/index.js");
