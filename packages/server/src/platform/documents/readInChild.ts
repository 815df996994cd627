import { type ChildProcess, fork } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
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
/** The packages and their dependencies: all that the program itself has to read. */
const repositoryRoot = fileURLToPath(new URL("../../../../../", import.meta.url));
/** Of the memory that a read may take, how much may be JavaScript's. */
const heapShare = 0.7;
const megabyte = 1_048_576;
const longestComplaint = 4_000;
/** What V8 says at the end of its heap, or the child's own watchdog. */
const memorySigns = /heap out of memory|lectern-reading: memory|allocation failed/i;

/**
 * Runs one read in a process of its own: an empty environment, files readable only where it must, no child of its own, bounded memory and time.
 * Throws `ReadFailed`, or the signal's reason. The process is gone when this has settled.
 */
export async function readInChild(task: ReadTask, options: ChildOptions): Promise<ReadSummary> {
  options.signal.throwIfAborted();
  const child = startChild(task, options.program ?? readingProgram);
  const ended = new Promise<void>((done) => {
    child.once("exit", () => done());
    // It could not be started.
    child.once("error", () => done());
  });
  try {
    return await hearOut(child, task, options);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** `task.path` and `task.folder` are all that it may read beside its own program, the folder all that it may write to. */
export function startChild(task: Pick<ReadTask, "path" | "folder" | "memoryBytes">, program: string): ChildProcess {
  const readable = ["packages", "node_modules"].map((name) => `${repositoryRoot}${name}${sep}*`);
  const folders = [resolve(task.folder), resolve(task.path)];
  return fork(program, [], {
    env: {},
    cwd: task.folder,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [
      `--max-old-space-size=${Math.floor((task.memoryBytes * heapShare) / megabyte)}`,
      "--disable-warning=ExperimentalWarning",
      "--disable-warning=SecurityWarning",
      "--permission",
      "--allow-worker",
      "--allow-addons",
      // Its databases are files that the permissions do not reach.
      "--no-experimental-sqlite",
      ...[...readable, ...folders, `${join(resolve(task.folder), "*")}`].map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${join(resolve(task.folder), "*")}`,
    ],
  });
}

/** Settles with the first that comes: what the child found, its end, the time limit or the signal. */
function hearOut(
  child: ChildProcess,
  task: ReadTask,
  { signal, onProgress, onTrouble }: ChildOptions,
): Promise<ReadSummary> {
  const outcome = Promise.withResolvers<ReadSummary>();
  let isOpen = true;
  let complaint = "";
  let percent = 0;
  const giveUp = (failure: ReadFailed, detail: string) => {
    if (isOpen) onTrouble({ failure: failure.failure, detail });
    isOpen = false;
    outcome.reject(failure);
  };
  const onMessage = (message: ChildMessage) => {
    switch (message.type) {
      case "ready":
        endFirstWhenMemoryEnds(child);
        child.send(task, () => undefined);
        return;
      case "progress":
        if (message.percent <= percent) return;
        percent = message.percent;
        onProgress(percent);
        return;
      case "failed":
        giveUp(new ReadFailed(message.failure, message.userMessage, { canRetry: message.canRetry }), message.detail);
        return;
      case "done":
        isOpen = false;
        outcome.resolve(message);
        return;
      default:
        message satisfies never;
    }
  };
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-longestComplaint);
  });
  child.on("message", (given) => {
    const message = ChildMessage.safeParse(given);
    if (!message.success) giveUp(crashed(), "message of an unknown form");
    else if (isOpen) onMessage(message.data);
  });
  child.once("error", (error) => giveUp(crashed(error), error.message));
  child.once("close", (code, killedBy) => {
    const failure = memorySigns.test(complaint) ? neededTooMuchMemory(task.memoryBytes / megabyte) : crashed();
    giveUp(failure, `ended with ${code ?? killedBy}: ${complaint.slice(-500)}`);
  });
  const timer = setTimeout(() => giveUp(tookTooLong(task.timeoutMs / 1_000), "time limit"), task.timeoutMs);
  const onAbort = () => {
    isOpen = false;
    outcome.reject(signal.reason);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return outcome.promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
}

/** Where memory runs out, Linux is to end the read and not the server. */
function endFirstWhenMemoryEnds(child: ChildProcess): void {
  if (process.platform !== "linux" || child.pid === undefined) return;
  // Without the right to say so, or after its end, nothing is lost.
  writeFile(`/proc/${child.pid}/oom_score_adj`, "1000").catch(() => undefined);
}
