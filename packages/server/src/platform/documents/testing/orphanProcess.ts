import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startWatchdog } from "../../sandboxedProcess/child/watchdog.ts";

// A reading process that says who it is, and keeps its thread busy: it hears of nothing.
process.once("message", async (task: { folder: string; memoryBytes: number }) => {
  await startWatchdog(task.memoryBytes);
  writeFileSync(join(task.folder, "pid"), String(process.pid));
  for (;;);
});
process.send?.({ type: "ready" });
