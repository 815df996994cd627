import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const everyMs = 50;
/** A thread's `process.stderr` goes by way of the main thread, which may never listen again. */
const standardError = 2;
const { memoryBytes, parent } = workerData;

setInterval(() => {
  const isOverLimit = process.memoryUsage.rss() > memoryBytes;
  if (!isOverLimit && process.ppid === parent) return;
  if (isOverLimit) writeSync(standardError, "lectern-reading: memory\n");
  process.kill(process.pid, "SIGKILL");
}, everyMs);
parentPort?.postMessage("watching");
