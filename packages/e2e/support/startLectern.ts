import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../server/src/main.ts", import.meta.url));

export interface RunningLectern {
  /** Origin, as in `http://localhost:41234`. */
  url: string;
  dataDir: string;
  /** All that the process has printed. */
  output(): string;
  /** Sends a signal and waits for the end; gives the exit code (null: ended by the signal). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same data and the same port, after `stop`. */
  restart(): Promise<void>;
  /** Ends it and deletes its data. */
  close(): Promise<void>;
}

/** Starts the real server as a process of its own, with an empty data folder. `environment` is all that it is given. */
export async function startLectern(environment: Record<string, string> = {}): Promise<RunningLectern> {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "lectern-e2e-")));
  const given = { LOG_LEVEL: "warn", PORT: "0", ...environment, DATA_DIR: dataDir };
  let running = await launch(given, dataDir);
  const url = running.url;
  return {
    url,
    dataDir,
    output: () => running.output(),
    stop: (signal = "SIGTERM") => end(running.process, signal),
    async restart() {
      running = await launch({ ...given, PORT: new URL(url).port }, dataDir);
    },
    async close() {
      await end(running.process, "SIGKILL");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Launched {
  process: ChildProcess;
  url: string;
  output(): string;
}

async function launch(environment: Record<string, string>, cwd: string): Promise<Launched> {
  // The working directory is the data folder, so that no `.env` of whoever runs the tests is read.
  const child = spawn(process.execPath, [main], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? cwd, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      const found = /is at (http\S+)/.exec(output)?.[1];
      if (found && output.includes("Ctrl-C")) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it was there:\n${output}`)));
  });
  return { process: child, url, output: () => output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
  return child.exitCode;
}

/** Starts the server where it is expected to refuse; gives its exit code and what it printed. */
export async function startRefused(
  environment: Record<string, string>,
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [main], {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  await once(child, "exit");
  return { code: child.exitCode, output };
}
