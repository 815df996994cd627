import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface NodeProcess {
  pid: number;
  /** What the pattern of the start found in the output. */
  found: string;
  /** All that the process has printed. */
  output(): string;
  /** Ends it and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface NodeStart {
  file: string;
  args?: readonly string[];
  /** The process is there when its output matches; the first group is what is found. */
  until: RegExp;
  environment?: Record<string, string>;
}

/** Starts a program of ours on this Node and waits until it says that it is there. Throws with its output when it ends before. */
export async function startNode({ file, args = [], until, environment = {} }: NodeStart): Promise<NodeProcess> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
  });
  let output = "";
  const found = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      const match = until.exec(output);
      if (match) resolve(match[1] ?? "");
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code} before it was there:\n${output}`)));
  });
  return {
    pid: child.pid ?? 0,
    found,
    output: () => output,
    stop: (signal = "SIGTERM") => endChild(child, signal),
  };
}

/** Sends a signal to a child process and waits for its end. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
