import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startSandboxedProcess } from "../../sandboxedProcess/startSandboxedProcess.ts";
import { ChildMessage } from "../childMessages.ts";
import { DocumentReadError } from "../documentReader.ts";
import { createCrashedError, createTimeoutError } from "../readFailures.ts";
import type { readInSandbox } from "../readInSandbox.ts";

const program = fileURLToPath(new URL("./reusableReaderProcess.ts", import.meta.url));

interface ReusableReader {
  read: typeof readInSandbox;
  close(): void;
}

/**
 * Creates a reader that reads all documents in one sandboxed process, which can access only `folder`. After a crash or
 * a timeout, the next read starts a new process.
 */
export function createReusableReader(folder: string, memoryBytes: number): ReusableReader {
  let child: ChildProcess | null = null;
  const killChild = () => {
    child?.kill("SIGKILL");
    child = null;
  };
  return {
    close: killChild,
    read(task, { onProgress }) {
      const readerProcess = child ?? startSandboxedProcess(program, { folder, readablePaths: [], memoryBytes });
      child = readerProcess;
      readerProcess.stderr?.resume();
      const outcome = Promise.withResolvers<Awaited<ReturnType<typeof readInSandbox>>>();
      const onMessage = (input: unknown) => {
        const message = ChildMessage.parse(input);
        if (message.type === "progress") onProgress(message.percent);
        if (message.type === "done") outcome.resolve(message);
        if (message.type === "failed") {
          const { failure, userMessage, canRetry, error } = message;
          outcome.reject(new DocumentReadError(failure, userMessage, { canRetry, cause: error }));
        }
      };
      const onExit = () => {
        child = null;
        outcome.reject(createCrashedError());
      };
      readerProcess.on("message", onMessage).once("exit", onExit);
      const timer = setTimeout(() => {
        outcome.reject(createTimeoutError(task.timeoutMs / 1_000));
        killChild();
      }, task.timeoutMs);
      readerProcess.send(task);
      return outcome.promise.finally(() => {
        clearTimeout(timer);
        readerProcess.off("message", onMessage).off("exit", onExit);
      });
    },
  };
}
