import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program of ours that runs as a process of its own. */
export interface ServerProcess {
  pid: number;
  /** All that it has printed. */
  output(): string;
  /** Resolves with all that was printed once it matches. Rejects when the process ends without. */
  waitForOutput(pattern: RegExp): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal to its whole group, as a terminal does at Ctrl-C. Only for one that was started with `isGroup`. */
  signalGroup(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
  /** Resolves with the exit code (null: ended by a signal) when it has ended and all it printed has been read. */
  ended: Promise<number | null>;
}

export interface ProcessOptions {
  cwd: string;
  /** All that it is given, besides the path and the home of whoever runs the tests. */
  environment: Record<string, string>;
  isGroup?: boolean;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export function startProcess(command: string, args: readonly string[], options: ProcessOptions): ServerProcess {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...inherited(), ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.isGroup === true,
  });
  running.add(child);
  let output = "";
  let hasEnded = false;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      tell();
    });
  }
  // "close" and not "exit": what it printed last may still be on its way.
  const ended = once(child, "close").then(() => {
    running.delete(child);
    hasEnded = true;
    tell();
    return child.exitCode;
  });

  return {
    pid: child.pid ?? -1,
    output: () => output,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(output)) resolve(output);
          else if (hasEnded) reject(new Error(`The process ended and never printed ${pattern}:\n${output}`));
          else return;
          listeners.delete(look);
        };
        listeners.add(look);
        look();
      }),
    signal: (signal) => void child.kill(signal),
    signalGroup: (signal) => {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    },
    hasEnded: () => hasEnded,
    ended,
  };
}

function inherited(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? tmpdir(),
    // Compiling the same sources at each start is most of what a start takes.
    NODE_COMPILE_CACHE: join(tmpdir(), "lectern-e2e-compile-cache"),
  };
}
