import { startWatchdog } from "../../sandboxedProcess/child/watchdog.ts";

// A reader process that allocates native memory, which no flag limits, and blocks its main thread.
process.once("message", async (task: { memoryBytes: number }) => {
  await startWatchdog(task.memoryBytes);
  const buffers: Buffer[] = [];
  // Stop at 2 GB in case the watchdog fails.
  while (buffers.length < 2_000) buffers.push(Buffer.alloc(1_048_576, buffers.length % 255));
});
process.send?.({ type: "ready" });
