import type { ChildProcess, Serializable } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { type SandboxPermissions, startSandboxedProcess } from "./startSandboxedProcess.ts";

/** How a sealed process ended without saying what it found. */
export type SandboxFailure = "timeout" | "memory" | "crashed";

/** `detail`: for the log; it may quote what the program wrote to its standard error. */
export class SandboxedProcessError extends Error {
  readonly trouble: SandboxFailure;
  readonly detail: string;
  constructor(trouble: SandboxFailure, detail: string, cause?: unknown) {
    super(`${trouble}: ${detail}`, { cause });
    this.name = "SandboxedProcessError";
    this.trouble = trouble;
    this.detail = detail;
  }
}

/** `resolve` and `reject` end the run; what is said after that is not heard. */
interface Ending<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
}

export interface SandboxedRun<Message extends { type: string }, Result> extends SandboxPermissions {
  program: string;
  /** What the program is told once it says that it is ready. */
  task: Serializable;
  timeoutMs: number;
  signal: AbortSignal;
  /** The process runs on hostile input: what it says is input as well. Null: it is nothing that the program says. */
  parse: (given: unknown) => Message | null;
  /** Hears what the program says beside `ready`. */
  onMessage: (message: Message, ending: Ending<Result>) => void;
}

const maxStderrLength = 4_000;
/** What V8 says at the end of its heap, or the program's own watchdog. */
const outOfMemoryPattern = /heap out of memory|lectern-reading: memory|allocation failed/i;

/**
 * Runs one task in a process of its own with bounded memory and time. Throws what `onMessage` rejects with, `SandboxedProcessError`, or the
 * signal's reason. The process is gone when this has settled.
 */
export async function runSandboxed<Message extends { type: string }, Result>(
  run: SandboxedRun<Message, Result>,
): Promise<Result> {
  run.signal.throwIfAborted();
  const child = startSandboxedProcess(run.program, run);
  const ended = new Promise<void>((done) => {
    child.once("exit", () => done());
    // It could not be started.
    child.once("error", () => done());
  });
  try {
    return await awaitOutcome(child, run);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** Settles with the first that comes: what the child found, its end, the time limit or the signal. */
function awaitOutcome<Message extends { type: string }, Result>(
  child: ChildProcess,
  { task, timeoutMs, signal, parse, onMessage }: SandboxedRun<Message, Result>,
): Promise<Result> {
  const outcome = Promise.withResolvers<Result>();
  let isOpen = true;
  let complaint = "";
  const ending: Ending<Result> = {
    resolve(result) {
      isOpen = false;
      outcome.resolve(result);
    },
    reject(error) {
      isOpen = false;
      outcome.reject(error);
    },
  };
  const fail = (trouble: SandboxFailure, detail: string, cause?: unknown) => {
    if (isOpen) ending.reject(new SandboxedProcessError(trouble, detail, cause));
  };
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-maxStderrLength);
  });
  child.on("message", (given) => {
    const message = parse(given);
    if (!message) return fail("crashed", "message of an unknown form");
    if (!isOpen) return;
    if (message.type !== "ready") return onMessage(message, ending);
    preferForOomKill(child);
    child.send(task, () => undefined);
  });
  child.once("error", (error) => fail("crashed", error.message, error));
  child.once("close", (code, killedBy) => {
    const trouble = outOfMemoryPattern.test(complaint) ? "memory" : "crashed";
    fail(trouble, `ended with ${code ?? killedBy}: ${complaint.slice(-500)}`);
  });
  const timer = setTimeout(() => fail("timeout", "time limit"), timeoutMs);
  const onAbort = () => isOpen && ending.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  return outcome.promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
}

/** Where memory runs out, Linux is to end the process and not the server. */
function preferForOomKill(child: ChildProcess): void {
  if (process.platform !== "linux" || child.pid === undefined) return;
  // Without the right to say so, or after its end, nothing is lost.
  writeFile(`/proc/${child.pid}/oom_score_adj`, "1000").catch(() => undefined);
}
