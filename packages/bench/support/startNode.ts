import { tmpdir } from "node:os";
import { startProcess } from "../../e2e/support/servers/serverProcess.ts";

export interface NodeProcess {
  pid: number;
  /** The first group of `until` in the output. */
  match: string;
  /** Everything that the process has printed. */
  output(): string;
  /** Stops the process and waits until it has exited. */
  stop(): Promise<void>;
}

export interface NodeStart {
  file: string;
  args?: readonly string[];
  /** The process is ready when its output matches this pattern; the first group becomes `match`. */
  until: RegExp;
  environment?: Record<string, string>;
}

/**
 * Starts one of our programs with this Node and waits until it is ready. If it exits first, throws an error with its
 * output.
 */
export async function startNode({ file, args = [], until, environment = {} }: NodeStart): Promise<NodeProcess> {
  const child = startProcess(process.execPath, [file, ...args], { cwd: tmpdir(), environment });
  const match = until.exec(await child.waitForOutput(until))?.[1] ?? "";
  return {
    pid: child.pid,
    match,
    output: child.output,
    async stop() {
      if (!child.hasEnded()) child.signal("SIGTERM");
      await child.ended;
    },
  };
}
