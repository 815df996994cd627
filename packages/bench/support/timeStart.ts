import { get } from "node:http";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { type ServerProcess, startProcess } from "../../e2e/support/servers/serverProcess.ts";
import type { Resources } from "./resources.ts";

export interface TimedStart {
  command: string;
  args: readonly string[];
  cwd: string;
  environment: Record<string, string>;
}

const pollIntervalMs = 5;
const timeoutMs = 60_000;

/**
 * Starts a program that listens on PORT, returns the ms until its first 200 at `/healthz`, and ends it with all its
 * children. Throws if the program ends first or does not answer within a minute.
 */
export async function timeStart(resources: Resources, start: (port: number) => TimedStart): Promise<number> {
  const port = await findFreePort();
  const { command, args, cwd, environment } = start(port);
  const startedAt = performance.now();
  const child = startProcess(command, args, {
    cwd,
    environment: { PORT: String(port), ...environment },
    // npm starts a shell that starts the server, and one signal must reach them all.
    isGroup: true,
  });
  await resources.use(Promise.resolve(child), (started) => endGroup(started, "SIGKILL"));
  while (!(await isAnswering(port))) {
    if (child.hasEnded()) throw new Error(`the program ended before it answered:\n${child.output()}`);
    if (performance.now() - startedAt > timeoutMs) throw new Error(`no answer within a minute:\n${child.output()}`);
    await setTimeout(pollIntervalMs);
  }
  const firstAnswerMs = performance.now() - startedAt;
  await endGroup(child, "SIGTERM");
  return firstAnswerMs;
}

async function endGroup(child: ServerProcess, signal: NodeJS.Signals): Promise<void> {
  if (!child.hasEnded()) child.signalGroup(signal);
  await child.ended;
}

function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/healthz", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once("error", () => resolve(false));
  });
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
