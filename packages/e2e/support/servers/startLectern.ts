import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeFolder } from "./removeFolder.ts";
import { type ServerProcess, startProcess } from "./serverProcess.ts";

export const mainPath = fileURLToPath(new URL("../../../server/src/main.ts", import.meta.url));

export interface RunningLectern {
  /** Origin, such as `http://localhost:41234`. */
  url: string;
  dataDir: string;
  /** All output of the process since its last start. */
  output(): string;
  /** The current process. */
  process(): ServerProcess;
  /** The id of the current process. */
  pid(): number;
  /** Sends a signal and waits for the exit; returns the exit code (null: ended by the signal). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts the server again on the same data and port, after `stop`. */
  restart(): Promise<void>;
  /** Kills the process and deletes its data. */
  close(): Promise<void>;
}

interface StartOptions {
  /** Working directory, where a `.env` is read. Default: the data folder, so that the developer's own is never read. */
  cwd?: string;
  /** A data folder to start on a copy of. Default: an empty one. */
  template?: string;
}

/**
 * Starts the real server as a separate process. Its configuration is `environment`, defaults for tests and, if `cwd`
 * has one, a `.env`.
 */
export async function startLectern(
  environment: Record<string, string> = {},
  { cwd, template }: StartOptions = {},
): Promise<RunningLectern> {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "lectern-e2e-")));
  if (template !== undefined) await cp(template, dataDir, { recursive: true });
  const serverEnvironment = { LOG_LEVEL: "warn", PORT: "0", ...unlimitedRates, ...environment, DATA_DIR: dataDir };
  let runningServer = await launch(serverEnvironment, cwd ?? dataDir);
  const { url } = runningServer;
  return {
    url,
    dataDir,
    output: () => runningServer.server.output(),
    process: () => runningServer.server,
    pid: () => runningServer.server.pid,
    stop: (signal = "SIGTERM") => end(runningServer.server, signal),
    async restart() {
      // Behind a proxy a configured port differs from the port of the URL.
      const port = serverEnvironment.PORT === "0" ? new URL(url).port : serverEnvironment.PORT;
      runningServer = await launch({ ...serverEnvironment, PORT: port }, cwd ?? dataDir);
    },
    async close() {
      await end(runningServer.server, "SIGKILL");
      await removeFolder(dataDir);
    },
  };
}

/** Tests and benchmarks send more requests than people do. */
const unlimitedRates = {
  ANSWERS_AT_ONCE: "100000",
  REQUESTS_PER_MINUTE: "1000000",
  SIGN_IN_REQUESTS_PER_MINUTE: "1000000",
};

async function launch(
  environment: Record<string, string>,
  cwd: string,
): Promise<{ server: ServerProcess; url: string }> {
  const server = startProcess(process.execPath, [mainPath], { cwd, environment });
  return { server, url: await waitForPrintedUrl(server) };
}

/** Waits for the origin that a server prints when it is ready. Rejects with the output if it ends first. */
export async function waitForPrintedUrl(server: ServerProcess): Promise<string> {
  const output = await server.waitForOutput(/is running at http\S+[\s\S]*Ctrl-C/);
  const url = / is running at (http\S+)/.exec(output)?.[1];
  if (url === undefined) throw new Error(`no address in:\n${output}`);
  return url;
}

async function end(server: ServerProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!server.hasEnded()) server.signal(signal);
  return server.ended;
}

/** Starts a server whose start is expected to fail; returns its exit code and output. */
export async function startAndExpectExit(
  environment: Record<string, string>,
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  const server = startProcess(process.execPath, [mainPath], { cwd, environment });
  return { code: await server.ended, output: server.output() };
}
