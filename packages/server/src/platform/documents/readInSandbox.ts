import type { ErrorSummary } from "../sandboxedProcess/errorSummary.ts";
import { runSandboxed, SandboxedProcessError } from "../sandboxedProcess/runSandboxed.ts";
import { ChildMessage, type ReadTask } from "./childMessages.ts";
import type { WarmProcess } from "./createWarmReader.ts";
import { DocumentReadError } from "./documentReader.ts";
import { readerProgram } from "./readerProgram.ts";
import {
  createCrashedError,
  createDisproportionateError,
  createOutOfMemoryError,
  createTimeoutError,
} from "./readFailures.ts";

export type ReadSummary = Extract<ChildMessage, { type: "done" }>;

export interface ReadInSandboxOptions {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
  /** A process that waits for the task; absent: start one. It can read only the folder of the task. */
  warmProcess?: WarmProcess | null;
  /** Path of the program to run; tests replace it with faulty ones. */
  program?: string;
  /** Called with details for the log: the kind of failure, and the original error without its message. */
  onFailure: (details: { failure: string; error: ErrorSummary }) => void;
}

const bytesPerMegabyte = 1_048_576;

/** Reads one document in a sandboxed process. Throws `DocumentReadError`, or the signal's reason. */
export async function readInSandbox(task: ReadTask, options: ReadInSandboxOptions): Promise<ReadSummary> {
  const { signal, onProgress, onFailure, warmProcess = null, program = readerProgram } = options;
  let percent = 0;
  try {
    return await runSandboxed<ChildMessage, ReadSummary>({
      program,
      started: warmProcess,
      task: { ...task },
      folder: task.folder,
      readablePaths: [task.path],
      memoryBytes: task.memoryBytes,
      timeoutMs: task.timeoutMs,
      signal,
      parse: (message) => ChildMessage.safeParse(message).data ?? null,
      onMessage(message, completion) {
        switch (message.type) {
          case "ready":
            return;
          case "progress":
            if (message.percent <= percent) return;
            percent = message.percent;
            onProgress(percent);
            return;
          case "failed":
            onFailure({ failure: message.failure, error: message.error });
            completion.reject(
              new DocumentReadError(message.failure, message.userMessage, { canRetry: message.canRetry }),
            );
            return;
          case "done":
            completion.resolve(message);
            return;
          default:
            message satisfies never;
        }
      },
    });
  } catch (error) {
    if (!(error instanceof SandboxedProcessError)) throw error;
    const readError = toReadError(error, task);
    onFailure({ failure: readError.failure, error: error.summary });
    throw readError;
  }
}

function toReadError(error: SandboxedProcessError, task: ReadTask): DocumentReadError {
  switch (error.failure) {
    case "timeout":
      return createTimeoutError(task.timeoutMs / 1_000);
    case "memory":
      return task.memoryBytes < task.maxMemoryBytes
        ? createDisproportionateError(task.memoryBytes / bytesPerMegabyte)
        : createOutOfMemoryError(task.memoryBytes / bytesPerMegabyte);
    case "crashed":
      return createCrashedError(error.cause);
    default:
      return error.failure satisfies never;
  }
}
