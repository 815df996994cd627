import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * Starts a thread that ends this process when its memory, native memory included, exceeds the limit, or when the server that started it is
 * gone. It sees both while the document keeps the main thread busy. Settles when it watches.
 */
export async function startWatchdog(memoryBytes: number): Promise<void> {
  const worker = new Worker(new URL("./watchdogThread.ts", import.meta.url), {
    workerData: { memoryBytes, parent: process.ppid },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  await once(worker, "message");
  worker.unref();
}
