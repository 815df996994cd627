import type { PythonInterpreter, PythonResult, PythonRunOptions, PythonStatus } from "./pythonInterpreter.ts";
import { type PythonReply, pythonLimits } from "./pythonMessages.ts";
import { findMediaType, toPlainNames } from "./pythonNames.ts";
import { type PythonProcess, startPython } from "./startPython.ts";

/** The time limit for loading Python and its packages over a slow network. */
const loadTimeoutMs = 300_000;
/** More messages since the last run began would keep the page busy. The worker itself sends far fewer. */
const maxMessages = 20_000;

type Starter = (onMessage: (reply: PythonReply | null) => void) => PythonProcess;

/** Returns a new interpreter. Nothing is loaded until its first file or run. `start` is for tests. */
export function openPython(start: Starter = startPython): PythonInterpreter {
  let id: string = crypto.randomUUID();
  let process: PythonProcess | null = null;
  let isLoaded = false;
  let runCount = 0;
  let messageCount = 0;
  let onReply = ignoreReply;
  let lastRun: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  function getProcess(): PythonProcess {
    process ??= start((reply) => {
      if (++messageCount > maxMessages) return onReply({ type: "crashed" });
      if (reply?.type === "loaded") isLoaded = true;
      if (reply) onReply(reply);
    });
    return process;
  }

  function endProcess(): void {
    process?.close();
    process = null;
    isLoaded = false;
    id = crypto.randomUUID();
  }

  /** Handles what is not about a run. A process that has failed is replaced by the next run. */
  function ignoreReply({ type }: PythonReply): void {
    if (type === "unavailable" || type === "crashed") endProcess();
  }

  async function run(code: string, options: PythonRunOptions): Promise<PythonResult> {
    const { onProgress, onOutput, timeoutMs } = options;
    const signal = AbortSignal.any([options.signal, closing.signal]);
    const output = { stdout: "", stderr: "" };
    let remainingLength: number = pythonLimits.outputLength;
    messageCount = 0;
    const runId = ++runCount;
    if (signal.aborted) return { ...emptyResult, status: "stopped" };

    return new Promise((resolve) => {
      const stop = () => end("stopped");
      let timer = setTimeout(() => end("unavailable"), loadTimeoutMs);
      signal.addEventListener("abort", stop, { once: true });

      function settle(result: Omit<PythonResult, "stdout" | "stderr">): void {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        onReply = ignoreReply;
        resolve({ ...result, ...output });
      }

      /** Ends the interpreter. What was written until then remains. */
      function end(status: PythonStatus): void {
        endProcess();
        settle({ ...emptyResult, status });
      }

      let hasStarted = false;
      onReply = (reply) => {
        switch (reply.type) {
          case "loaded":
            break;
          case "unavailable":
          case "crashed":
            end(reply.type);
            break;
          case "need":
            onProgress?.("packages");
            break;
          case "running":
            // Only the first of these messages counts, because each one would restart the time limit.
            if (reply.id !== runId || hasStarted) break;
            hasStarted = true;
            clearTimeout(timer);
            timer = setTimeout(() => end("timeout"), timeoutMs);
            onProgress?.("running");
            break;
          case "output": {
            if (reply.id !== runId) break;
            const text = reply.text.slice(0, remainingLength);
            remainingLength -= text.length;
            output[reply.stream] += text;
            if (text !== "") onOutput?.(reply.stream, text);
            break;
          }
          case "result": {
            if (reply.id !== runId) break;
            const names = toPlainNames(reply.files.map(({ name }) => name));
            const files = reply.files.map(({ bytes }, index) => {
              const name = names[index] ?? "file";
              return { name, type: findMediaType(name), bytes: new Uint8Array(bytes) };
            });
            const { value, error } = reply;
            settle({ status: error === null ? "done" : "failed", value, error, files });
            break;
          }
          default:
            reply satisfies never;
        }
      };
      if (!isLoaded) onProgress?.("loading");
      getProcess().send({ type: "run", id: runId, code });
    });
  }

  return {
    get id() {
      return id;
    },
    async writeFile(name, bytes) {
      if (bytes.byteLength > pythonLimits.fileBytes) throw new RangeError("The file is too large.");
      const copy = new Uint8Array(bytes).buffer;
      getProcess().send({ type: "write", name: toPlainNames([name])[0] ?? "file", bytes: copy }, [copy]);
    },
    run(code, options) {
      const result = lastRun.then(() => run(code, options));
      lastRun = result;
      return result;
    },
    close() {
      closing.abort();
      endProcess();
    },
  };
}

const emptyResult = { stdout: "", stderr: "", value: null, error: null, files: [] };
