import { restrictProcess } from "../../sandboxedProcess/child/restrictProcess.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { startWatchdog } from "../../sandboxedProcess/child/watchdog.ts";
import { summarizeError } from "../../sandboxedProcess/errorSummary.ts";
import type { ConversionTask, ConverterMessage } from "../converterMessages.ts";
import { convertSections, TemplateError } from "./convertSections.ts";

// The program of the sandboxed process that converts one document. It receives its task from the server, writes the
// document to the task's folder, and exits. It also exits when the server exits.

restrictProcess();
process.once("disconnect", () => process.exit(1));
process.once("message", (task: ConversionTask) => {
  // The task is trusted, because it comes from the server.
  void runTask(task);
});
send({ type: "ready" });

async function runTask(task: ConversionTask): Promise<void> {
  try {
    await startWatchdog(task.memoryBytes);
    restrictThreads(null);
    await convertSections(task);
    send({ type: "done" }, exit);
  } catch (error) {
    const failure = error instanceof TemplateError ? "template" : "crashed";
    send({ type: "failed", failure, error: summarizeError(error) }, exit);
  }
}

function send(message: ConverterMessage, then?: () => void): void {
  process.send?.(message, undefined, undefined, () => then?.());
}

function exit(): void {
  process.exit(0);
}
