import { createRequire, syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

/**
 * A thread may be started with other flags than its process, and then Node's permission model does not hold in it. From here on only the
 * recogniser's own program runs in one, with this process's flags.
 */
export function closeThreads(): void {
  const { Worker } = threads;
  const recognizer = createRequire(import.meta.url).resolve("tesseract.js/src/worker-script/node/index.js");
  function onlyRecognizer(program: unknown) {
    if (program !== recognizer) throw new Error("Reading a document starts no thread");
    return new Worker(recognizer);
  }
  Reflect.set(threads, "Worker", onlyRecognizer);
  syncBuiltinESMExports();
}
