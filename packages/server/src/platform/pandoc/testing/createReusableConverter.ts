import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSandboxedProcess } from "../../sandboxedProcess/startSandboxedProcess.ts";
import { type ConversionTask, ConverterMessage, outputFileName } from "../converterMessages.ts";

const program = fileURLToPath(new URL("./reusableConverterProcess.ts", import.meta.url));
const memoryBytes = 1_073_741_824;

interface ReusableConverter {
  /** Returns the bytes of the document. */
  convert(task: Omit<ConversionTask, "folder" | "memoryBytes">): Promise<Uint8Array>;
  close(): void;
}

/**
 * Creates a converter that converts all documents in one sandboxed process, one after another. The process can access
 * only `folder`.
 */
export function createReusableConverter(folder: string): ReusableConverter {
  let child: ChildProcess | null = null;
  return {
    close: () => void child?.kill("SIGKILL"),
    async convert(task) {
      child ??= startSandboxedProcess(program, { folder, readablePaths: [], memoryBytes });
      child.stderr?.resume();
      const outputFolder = await mkdtemp(join(folder, "reused-"));
      const settled = new AbortController();
      const answer = once(child, "message", settled);
      const exit = once(child, "exit", settled).then((): never => {
        throw new Error("the converter process ended");
      });
      child.send({ ...task, folder: outputFolder, memoryBytes });
      const [message] = await Promise.race([answer, exit]).finally(() => settled.abort());
      const outcome = ConverterMessage.parse(message);
      if (outcome.type !== "done") throw new Error(JSON.stringify(outcome));
      return new Uint8Array(await readFile(join(outputFolder, outputFileName)));
    },
  };
}
