import { tmpdir } from "node:os";
import { startProcess } from "../../e2e/support/serverProcess.ts";

export interface NodeProcess {
  pid: number;
  /** What the pattern of the start found in the output. */
  found: string;
  /** All that the process has printed. */
  output(): string;
  /** Ends it and waits for its end. */
  stop(): Promise<void>;
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
  const child = startProcess(process.execPath, [file, ...args], { cwd: tmpdir(), environment });
  const found = until.exec(await child.untilOutput(until))?.[1] ?? "";
  return {
    pid: child.pid,
    found,
    output: child.output,
    async stop() {
      if (!child.hasEnded()) child.signal("SIGTERM");
      await child.ended;
    },
  };
}
