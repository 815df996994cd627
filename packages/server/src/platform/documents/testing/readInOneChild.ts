import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startSealedProcess } from "../../sealedProcess/startSealedProcess.ts";
import { ChildMessage } from "../childMessages.ts";
import { ReadFailed } from "../documentReader.ts";
import { crashed, tookTooLong } from "../readFailures.ts";
import type { readInChild } from "../readInChild.ts";

const program = fileURLToPath(new URL("./manyReadsProcess.ts", import.meta.url));

interface SharedChild {
  read: typeof readInChild;
  close(): void;
}

/**
 * Reads one document after the other in one process, with the rights and the heap of a reading process, within `folder`. One that crashes
 * or takes too long is a failure, and the next read begins a new process.
 */
export function readInOneChild(folder: string, memoryBytes: number): SharedChild {
  let child: ChildProcess | null = null;
  const end = () => {
    child?.kill("SIGKILL");
    child = null;
  };
  return {
    close: end,
    read(task, { onProgress }) {
      const reader = child ?? startSealedProcess(program, { folder, readable: [], memoryBytes });
      child = reader;
      reader.stderr?.resume();
      const outcome = Promise.withResolvers<Awaited<ReturnType<typeof readInChild>>>();
      const onMessage = (given: unknown) => {
        const message = ChildMessage.parse(given);
        if (message.type === "progress") onProgress(message.percent);
        if (message.type === "done") outcome.resolve(message);
        if (message.type === "failed") {
          const { failure, userMessage, canRetry, detail } = message;
          outcome.reject(new ReadFailed(failure, userMessage, { canRetry, cause: detail }));
        }
      };
      const onExit = () => {
        child = null;
        outcome.reject(crashed());
      };
      reader.on("message", onMessage).once("exit", onExit);
      const timer = setTimeout(() => {
        outcome.reject(tookTooLong(task.timeoutMs / 1_000));
        end();
      }, task.timeoutMs);
      reader.send(task);
      return outcome.promise.finally(() => {
        clearTimeout(timer);
        reader.off("message", onMessage).off("exit", onExit);
      });
    },
  };
}
