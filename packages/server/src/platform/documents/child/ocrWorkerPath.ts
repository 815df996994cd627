import { createRequire } from "node:module";

/** The program of the one thread that a read may start: text recognition. */
export const ocrWorkerPath = createRequire(import.meta.url).resolve("tesseract.js/src/worker-script/node/index.js");
