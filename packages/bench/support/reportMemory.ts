import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into a server that is measured (`--import`): at SIGUSR2 it collects garbage and prints what its main thread still holds,
 * in bytes. It costs nothing until then.
 */
if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  process.on("SIGUSR2", () => {
    if (typeof collect === "function") collect();
    const { heapUsed, external } = process.memoryUsage();
    process.stderr.write(`[held ${heapUsed + external}]\n`);
  });
}
