import { createRequire } from "node:module";

/** Program of tesseract's worker thread. The sandboxed process may start no other worker threads. */
export const ocrWorkerPath = createRequire(import.meta.url).resolve("tesseract.js/src/worker-script/node/index.js");
