import { startWatchdog } from "../../sandboxedProcess/child/watchdog.ts";

// A reading process that takes memory outside of JavaScript's heap, which no flag limits, and never lets go of its
// thread.
process.once("message", async (task: { memoryBytes: number }) => {
  await startWatchdog(task.memoryBytes);
  const taken: Buffer[] = [];
  // Enough is enough, should the watchdog fail.
  while (taken.length < 2_000) taken.push(Buffer.alloc(1_048_576, taken.length % 255));
});
process.send?.({ type: "ready" });
