import { spawn } from "node:child_process";
import { get } from "node:http";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Resources } from "./resources.ts";
import { endChild } from "./startNode.ts";

export interface TimedStart {
  command: string;
  args: readonly string[];
  cwd: string;
  environment: Record<string, string>;
}

const askEveryMs = 5;
const longestMs = 120_000;

/** Starts a program that listens on PORT and gives the ms until its first 200 at `/healthz`; then ends it. */
export async function timeStart(
  resources: Resources,
  start: (port: number) => TimedStart,
): Promise<{ firstAnswerMs: number; output: string }> {
  const port = await freePort();
  const { command, args, cwd, environment } = start(port);
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", PORT: String(port), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await resources.use(Promise.resolve(child), (started) => endChild(started, "SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}:\n${output}`);
    if (performance.now() - startedAt > longestMs) throw new Error(`no answer within two minutes:\n${output}`);
    if (await answers(port)) break;
    await setTimeout(askEveryMs);
  }
  const firstAnswerMs = performance.now() - startedAt;
  await endChild(child, "SIGTERM");
  return { firstAnswerMs, output };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/healthz", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once("error", () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
