import { fileURLToPath } from "node:url";
import { runSandboxed, SandboxedProcessError } from "../sandboxedProcess/runSandboxed.ts";
import { ChildMessage, type ReadTask } from "./childMessages.ts";
import { DocumentReadError } from "./documentReader.ts";
import { crashed, outOfMemory, readTimedOut } from "./readFailures.ts";

export type ReadSummary = Extract<ChildMessage, { type: "done" }>;

export interface ChildOptions {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
  /** The program to run; tests run worse ones. */
  program?: string;
  /** For the log: a line that says what happened, without the document's content. */
  onTrouble: (what: { failure: string; detail: string }) => void;
}

const readerProgram = fileURLToPath(new URL("./child/documentReaderProcess.ts", import.meta.url));
const megabyte = 1_048_576;

/** Runs one read in a sealed process: see `runSandboxed`. Throws `DocumentReadError`, or the signal's reason. */
export async function readInSandbox(task: ReadTask, options: ChildOptions): Promise<ReadSummary> {
  const { signal, onProgress, onTrouble, program = readerProgram } = options;
  let percent = 0;
  try {
    return await runSandboxed<ChildMessage, ReadSummary>({
      program,
      task: { ...task },
      folder: task.folder,
      readable: [task.path],
      memoryBytes: task.memoryBytes,
      timeoutMs: task.timeoutMs,
      signal,
      parse: (given) => ChildMessage.safeParse(given).data ?? null,
      onMessage(message, ending) {
        switch (message.type) {
          case "ready":
            return;
          case "progress":
            if (message.percent <= percent) return;
            percent = message.percent;
            onProgress(percent);
            return;
          case "failed":
            onTrouble({ failure: message.failure, detail: message.detail });
            ending.reject(new DocumentReadError(message.failure, message.userMessage, { canRetry: message.canRetry }));
            return;
          case "done":
            ending.resolve(message);
            return;
          default:
            message satisfies never;
        }
      },
    });
  } catch (error) {
    if (!(error instanceof SandboxedProcessError)) throw error;
    const failure = failureOf(error, task);
    onTrouble({ failure: failure.failure, detail: error.detail });
    throw failure;
  }
}

function failureOf(error: SandboxedProcessError, { memoryBytes, timeoutMs }: ReadTask): DocumentReadError {
  if (error.trouble === "timeout") return readTimedOut(timeoutMs / 1_000);
  return error.trouble === "memory" ? outOfMemory(memoryBytes / megabyte) : crashed(error.cause);
}
