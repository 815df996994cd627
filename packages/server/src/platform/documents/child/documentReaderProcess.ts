import { disableNetwork } from "../../sandboxedProcess/child/disableNetwork.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { startWatchdog } from "../../sandboxedProcess/child/watchdog.ts";
import type { ChildMessage, ReadTask } from "../childMessages.ts";
import { ocrWorkerPath } from "./ocrWorkerPath.ts";
import { readFile } from "./readFile.ts";
import { reportOutcome } from "./reportOutcome.ts";

// The program of the process in which one document is read. It hears its task from the server, leaves files in the folder that is
// named there, says how far it is and what it found, and ends. It ends too when the server does.

disableNetwork();
process.once("disconnect", () => process.exit(1));
process.once("message", (task: ReadTask) => {
  // The first message is the server's own.
  void work(task);
});
say({ type: "ready" });

async function work(task: ReadTask): Promise<void> {
  let percent = 0;
  const outcome = await reportOutcome(async () => {
    await startWatchdog(task.memoryBytes);
    restrictThreads(ocrWorkerPath);
    return readFile(task, (given) => {
      const next = Math.min(99, Math.floor(given));
      if (next <= percent) return;
      percent = next;
      say({ type: "progress", percent });
    });
  });
  say(outcome, leave);
}

function say(message: ChildMessage, then?: () => void): void {
  process.send?.(message, undefined, undefined, () => then?.());
}

/** Libraries may have left threads and timers behind. */
function leave(): void {
  process.exit(0);
}
