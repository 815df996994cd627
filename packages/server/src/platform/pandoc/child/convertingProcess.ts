import { closeNetwork } from "../../sealedProcess/child/closeNetwork.ts";
import { closeThreads } from "../../sealedProcess/child/closeThreads.ts";
import { startWatchdog } from "../../sealedProcess/child/watchdog.ts";
import type { ConvertMessage, ConvertTask } from "../convertMessages.ts";
import { convertPieces, TemplateUnusable } from "./convertPieces.ts";

// The program of the process in which one document is made. It hears its task from the server, leaves the document in the folder that
// is named there, and ends. It ends too when the server does.

closeNetwork();
process.once("disconnect", () => process.exit(1));
process.once("message", (task: ConvertTask) => {
  // The first message is the server's own.
  void work(task);
});
say({ type: "ready" });

async function work(task: ConvertTask): Promise<void> {
  try {
    await startWatchdog(task.memoryBytes);
    closeThreads(null);
    await convertPieces(task);
    say({ type: "done" }, leave);
  } catch (error) {
    const failure = error instanceof TemplateUnusable ? "template" : "crashed";
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
