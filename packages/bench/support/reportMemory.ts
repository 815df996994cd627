import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into a measured server (`--import`). On SIGUSR2, collects garbage and prints the memory that the main
 * thread still uses, in bytes. Until then it does not affect the measurement.
 */
if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collectGarbage: unknown = runInNewContext("gc");
  process.on("SIGUSR2", () => {
    if (typeof collectGarbage === "function") collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    process.stderr.write(`[held ${heapUsed + external}]\n`);
  });
}
