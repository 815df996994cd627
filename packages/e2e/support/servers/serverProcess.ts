import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One of our programs, running as a separate process. */
export interface ServerProcess {
  pid: number;
  /** All output so far. */
  output(): string;
  /** Resolves with the output once it matches. Rejects if the process ends first. */
  waitForOutput(pattern: RegExp): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal to the process group, as a terminal does at Ctrl-C. Needs the option `isGroup`. */
  signalGroup(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
  /** Resolves once the process has ended and its output has been read, with the exit code (null: ended by a signal). */
  ended: Promise<number | null>;
}

export interface ProcessOptions {
  cwd: string;
  /** Environment variables, in addition to PATH, HOME and the compile cache of the test run. */
  environment: Record<string, string>;
  isGroup?: boolean;
}

const runningChildren = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of runningChildren) child.kill("SIGKILL");
});

export function startProcess(command: string, args: readonly string[], options: ProcessOptions): ServerProcess {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...getInheritedEnvironment(), ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.isGroup === true,
  });
  runningChildren.add(child);
  let output = "";
  let hasEnded = false;
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      notifyListeners();
    });
  }
  // "close", not "exit": the last output may arrive after the exit.
  const ended = once(child, "close").then(() => {
    runningChildren.delete(child);
    hasEnded = true;
    notifyListeners();
    return child.exitCode;
  });

  return {
    pid: child.pid ?? -1,
    output: () => output,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const settleIfMatched = () => {
          if (pattern.test(output)) resolve(output);
          else if (hasEnded) reject(new Error(`The process ended and never printed ${pattern}:\n${output}`));
          else return;
          listeners.delete(settleIfMatched);
        };
        listeners.add(settleIfMatched);
        settleIfMatched();
      }),
    signal: (signal) => void child.kill(signal),
    signalGroup: (signal) => {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    },
    hasEnded: () => hasEnded,
    ended,
  };
}

function getInheritedEnvironment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? tmpdir(),
    // Compiling the sources takes most of the time of a start.
    NODE_COMPILE_CACHE: join(tmpdir(), "lectern-e2e-compile-cache"),
  };
}
