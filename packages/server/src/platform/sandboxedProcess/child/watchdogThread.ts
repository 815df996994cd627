import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const checkIntervalMs = 50;
/**
 * File descriptor of standard error. A thread's `process.stderr` goes through the main thread, which may be blocked.
 */
const stderrDescriptor = 2;
const { memoryBytes, parentPid } = workerData;

setInterval(() => {
  const isOverLimit = process.memoryUsage.rss() > memoryBytes;
  if (!isOverLimit && process.ppid === parentPid) return;
  if (isOverLimit) writeSync(stderrDescriptor, "lectern-reading: memory\n");
  process.kill(process.pid, "SIGKILL");
}, checkIntervalMs);
parentPort?.postMessage("watching");
