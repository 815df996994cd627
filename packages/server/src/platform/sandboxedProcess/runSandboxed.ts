import type { ChildProcess, Serializable } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { type ErrorSummary, listSourceLocations, summarizeError } from "./errorSummary.ts";
import { type SandboxPermissions, startSandboxedProcess } from "./startSandboxedProcess.ts";

/** How a sandboxed process ended without a result. */
export type SandboxFailure = "timeout" | "memory" | "crashed";

/** `summary` is for the log. It does not quote the program's standard error, which can quote the document. */
export class SandboxedProcessError extends Error {
  readonly failure: SandboxFailure;
  readonly summary: ErrorSummary;
  constructor(failure: SandboxFailure, summary: Partial<ErrorSummary>, cause?: unknown) {
    super(`a sandboxed process failed: ${failure}`, { cause });
    this.name = "SandboxedProcessError";
    this.failure = failure;
    this.summary = { name: "SandboxedProcessError", code: null, locations: [], ...summary };
  }
}

/** `resolve` and `reject` end the run; messages after that are ignored. */
interface Completion<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
}

export interface SandboxedRun<Message extends { type: string }, Result> extends SandboxPermissions {
  program: string;
  /** A process of this program that was started before, with at least these permissions; absent or null: start one. */
  started?: { child: ChildProcess; isReady: boolean } | null;
  /** Sent to the program when it reports that it is ready. */
  task: Serializable;
  timeoutMs: number;
  signal: AbortSignal;
  /** Validates a message; null if it is malformed. The process reads hostile input, so its messages are untrusted. */
  parse: (message: unknown) => Message | null;
  /** Called for every message except `ready`. */
  onMessage: (message: Message, completion: Completion<Result>) => void;
}

const maxStderrLength = 4_000;
/** Printed by V8 when its heap is exhausted, or by the program's own watchdog. */
const outOfMemoryPattern = /heap out of memory|lectern-reading: memory|allocation failed/i;

/**
 * Runs one task in a child process with bounded memory and time. Throws the error that `onMessage` rejects with,
 * `SandboxedProcessError`, or the signal's reason. The process has exited when the promise settles.
 */
export async function runSandboxed<Message extends { type: string }, Result>(
  run: SandboxedRun<Message, Result>,
): Promise<Result> {
  run.signal.throwIfAborted();
  const child = run.started?.child ?? startSandboxedProcess(run.program, run);
  const exited = new Promise<void>((resolveExit) => {
    child.once("exit", () => resolveExit());
    // The process could not be started.
    child.once("error", () => resolveExit());
  });
  try {
    return await awaitOutcome(child, run);
  } finally {
    child.kill("SIGKILL");
    await exited;
  }
}

/** Settles with whichever comes first: the child's result, its exit, the time limit or the signal. */
function awaitOutcome<Message extends { type: string }, Result>(
  child: ChildProcess,
  { task, timeoutMs, signal, started, parse, onMessage }: SandboxedRun<Message, Result>,
): Promise<Result> {
  const outcome = Promise.withResolvers<Result>();
  let isOpen = true;
  let stderr = "";
  const completion: Completion<Result> = {
    resolve(result) {
      isOpen = false;
      outcome.resolve(result);
    },
    reject(error) {
      isOpen = false;
      outcome.reject(error);
    },
  };
  const fail = (failure: SandboxFailure, summary: Partial<ErrorSummary>, cause?: unknown) => {
    if (isOpen) completion.reject(new SandboxedProcessError(failure, summary, cause));
  };
  const sendTask = () => {
    preferForOomKill(child);
    child.send(task, () => undefined);
  };
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-maxStderrLength);
  });
  child.on("message", (input) => {
    const message = parse(input);
    if (!message) return fail("crashed", { code: "MALFORMED_MESSAGE" });
    if (!isOpen) return;
    if (message.type !== "ready") return onMessage(message, completion);
    sendTask();
  });
  child.once("error", (error) => fail("crashed", summarizeError(error), error));
  child.once("close", (code, killedBy) => {
    const failure = outOfMemoryPattern.test(stderr) ? "memory" : "crashed";
    fail(failure, { code: killedBy ?? `EXIT_${code}`, locations: listSourceLocations(stderr) });
  });
  if (started?.isReady) sendTask();
  const timer = setTimeout(() => fail("timeout", {}), timeoutMs);
  const onAbort = () => isOpen && completion.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  return outcome.promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
}

/** Makes Linux kill the child process, and not the server, when the machine runs out of memory. */
function preferForOomKill(child: ChildProcess): void {
  if (process.platform !== "linux" || child.pid === undefined) return;
  // Best effort: it fails without permission, or if the process has already exited.
  writeFile(`/proc/${child.pid}/oom_score_adj`, "1000").catch(() => undefined);
}
