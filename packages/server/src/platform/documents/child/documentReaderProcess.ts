import { restrictProcess } from "../../sandboxedProcess/child/restrictProcess.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { startWatchdog } from "../../sandboxedProcess/child/watchdog.ts";
import type { ChildMessage, ReadTask } from "../childMessages.ts";
import { ocrWorkerPath } from "./ocrWorkerPath.ts";
import { loadFormats, readFile } from "./readFile.ts";
import { runRead } from "./runRead.ts";

// The program of the sandboxed process that reads one document. It receives its task from the server, writes files to
// the task's folder, reports its progress and its result, and exits. It also exits when the server exits.

restrictProcess();
// Before any library is loaded, which would keep what starts threads.
restrictThreads(ocrWorkerPath);
process.once("disconnect", () => process.exit(1));
const taskArrival = new AbortController();
process.once("message", (task: ReadTask) => {
  taskArrival.abort();
  // The task is trusted, because it comes from the server.
  void runTask(task);
});
send({ type: "ready" });
// A process that was started before its file has arrived loads what every document needs.
// The read reports what cannot be loaded.
if (process.argv.includes("warm")) void loadLibraries().catch(() => {});

async function runTask(task: ReadTask): Promise<void> {
  let percent = 0;
  const outcome = await runRead(async () => {
    await startWatchdog(task.memoryBytes);
    return readFile(task, (progress) => {
      const nextPercent = Math.min(99, Math.floor(progress));
      if (nextPercent <= percent) return;
      percent = nextPercent;
      send({ type: "progress", percent });
    });
  });
  send(outcome, exit);
}

async function loadLibraries(): Promise<void> {
  const { warmUpText } = await import("./writeText.ts");
  await warmUpText();
  await loadFormats(taskArrival.signal);
}

function send(message: ChildMessage, then?: () => void): void {
  process.send?.(message, undefined, undefined, () => then?.());
}

/** Exits explicitly, because libraries may have left threads and timers running. */
function exit(): void {
  process.exit(0);
}
