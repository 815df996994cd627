import { fileURLToPath } from "node:url";
import { runSealed, SealedProcessFailed } from "../sealedProcess/runSealed.ts";
import { ChildMessage, type ReadTask } from "./childMessages.ts";
import { ReadFailed } from "./documentReader.ts";
import { crashed, neededTooMuchMemory, tookTooLong } from "./readFailures.ts";

export type ReadSummary = Extract<ChildMessage, { type: "done" }>;

export interface ChildOptions {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
  /** The program to run; tests run worse ones. */
  program?: string;
  /** For the log: a line that says what happened, without the document's content. */
  onTrouble: (what: { failure: string; detail: string }) => void;
}

const readingProgram = fileURLToPath(new URL("./child/readingProcess.ts", import.meta.url));
const megabyte = 1_048_576;

/** Runs one read in a sealed process: see `runSealed`. Throws `ReadFailed`, or the signal's reason. */
export async function readInChild(task: ReadTask, options: ChildOptions): Promise<ReadSummary> {
  const { signal, onProgress, onTrouble, program = readingProgram } = options;
  let percent = 0;
  try {
    return await runSealed<ChildMessage, ReadSummary>({
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
            ending.reject(new ReadFailed(message.failure, message.userMessage, { canRetry: message.canRetry }));
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
    if (!(error instanceof SealedProcessFailed)) throw error;
    const failure = failureOf(error, task);
    onTrouble({ failure: failure.failure, detail: error.detail });
    throw failure;
  }
}

function failureOf(error: SealedProcessFailed, { memoryBytes, timeoutMs }: ReadTask): ReadFailed {
  if (error.trouble === "timeout") return tookTooLong(timeoutMs / 1_000);
  return error.trouble === "memory" ? neededTooMuchMemory(memoryBytes / megabyte) : crashed(error.cause);
}
