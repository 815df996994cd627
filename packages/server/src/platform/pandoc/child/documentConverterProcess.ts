import { disableNetwork } from "../../sandboxedProcess/child/disableNetwork.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { startWatchdog } from "../../sandboxedProcess/child/watchdog.ts";
import type { ConvertMessage, ConvertTask } from "../convertMessages.ts";
import { convertSections, TemplateError } from "./convertSections.ts";

// The program of the process in which one document is made. It hears its task from the server, leaves the document in the folder that
// is named there, and ends. It ends too when the server does.

disableNetwork();
process.once("disconnect", () => process.exit(1));
process.once("message", (task: ConvertTask) => {
  // The first message is the server's own.
  void work(task);
});
say({ type: "ready" });

async function work(task: ConvertTask): Promise<void> {
  try {
    await startWatchdog(task.memoryBytes);
    restrictThreads(null);
    await convertSections(task);
    say({ type: "done" }, leave);
  } catch (error) {
    const failure = error instanceof TemplateError ? "template" : "crashed";
    say({ type: "failed", failure, detail: describe(error) }, leave);
  }
}

/** Messages of pandoc's may quote the document: a few words of ours, and the kind of error, are enough. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.name})` : "";
  return error instanceof Error ? `${error.name}${cause}`.slice(0, 300) : typeof error;
}

function say(message: ConvertMessage, then?: () => void): void {
  process.send?.(message, undefined, undefined, () => then?.());
}

function leave(): void {
  process.exit(0);
}
