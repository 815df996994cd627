import { createRequire } from "node:module";

/** Program of tesseract's worker thread, the only one that a format reader can start. */
export const ocrWorkerPath = createRequire(import.meta.url).resolve("tesseract.js/src/worker-script/node/index.js");
