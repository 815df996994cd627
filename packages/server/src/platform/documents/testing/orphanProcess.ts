import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startWatchdog } from "../../sandboxedProcess/child/watchdog.ts";

// A reader process that writes its process id to a file and blocks its main thread, so that it receives no events.
process.once("message", async (task: { folder: string; memoryBytes: number }) => {
  await startWatchdog(task.memoryBytes);
  writeFileSync(join(task.folder, "pid"), String(process.pid));
  for (;;);
});
process.send?.({ type: "ready" });
