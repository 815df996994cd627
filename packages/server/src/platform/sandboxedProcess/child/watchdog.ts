import { once } from "node:events";
import threads from "node:worker_threads";

// Before `restrictThreads` replaces it.
const { Worker } = threads;

/**
 * Starts a thread that kills this process when its memory, including native memory, exceeds the limit, or when the
 * server that started it has exited. The thread works even while the main thread is busy. Resolves when the thread is
 * running.
 */
export async function startWatchdog(memoryBytes: number): Promise<void> {
  const worker = new Worker(new URL("./watchdogThread.ts", import.meta.url), {
    workerData: { memoryBytes, parentPid: process.ppid },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  await once(worker, "message");
  worker.unref();
}
