import type { ChildMessage, ReadTask } from "../childMessages.ts";
import { ReadFailed } from "../documentReader.ts";
import { crashed, damaged } from "../readFailures.ts";
import { closeNetwork } from "./closeNetwork.ts";
import { readFile } from "./readFile.ts";
import { startWatchdog } from "./watchdog.ts";

// The program of the process in which one document is read. It hears its task from the server, leaves files in the folder that is
// named there, says how far it is and what it found, and ends. It ends too when the server does.

closeNetwork();
process.once("disconnect", () => process.exit(1));
process.once("message", (task: ReadTask) => {
  // The first message is the server's own.
  void work(task);
});
say({ type: "ready" });

async function work(task: ReadTask): Promise<void> {
  let percent = 0;
  try {
    await startWatchdog(task.memoryBytes);
    const found = await readFile(task, (given) => {
      const next = Math.min(99, Math.floor(given));
      if (next <= percent) return;
      percent = next;
      say({ type: "progress", percent });
    });
    say({ type: "done", ...found }, leave);
  } catch (error) {
    const failure = toFailure(error);
    const { userMessage, canRetry } = failure;
    say(
      { type: "failed", failure: failure.failure, userMessage, canRetry, detail: describe(failure.cause ?? error) },
      leave,
    );
  }
}

function say(message: ChildMessage, then?: () => void): void {
  process.send?.(message, undefined, undefined, () => then?.());
}

/** Libraries may have left threads and timers behind. */
function leave(): void {
  process.exit(0);
}

function toFailure(error: unknown): ReadFailed {
  if (error instanceof ReadFailed) return error;
  // A folder that is full, or files that are gone, is not the document's fault.
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^E[A-Z]+$/.test(code) ? crashed(error) : damaged(error);
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : typeof error;
}
