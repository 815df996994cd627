import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import type { Platform } from "./core/context.ts";
import type { SummaryLine } from "./core/serverModule.ts";
import { createPlatform } from "./createPlatform.ts";
import { describeStartError } from "./describeStartError.ts";
import { trackResponses } from "./http/health/trackResponses.ts";
import { listen } from "./listen.ts";
import { modules } from "./modules.ts";
import { migrate } from "./platform/db/migrate.ts";
import { openDatabase } from "./platform/db/openDatabase.ts";
import { createJobs } from "./platform/jobs/createJobs.ts";
import { createLog } from "./platform/log.ts";
import type { PeriodicTask } from "./platform/runPeriodically.ts";
import { createSecretBox } from "./platform/secretBox.ts";
import { releaseStartupMemory } from "./releaseStartupMemory.ts";
import { loadSecretKey } from "./secretKey.ts";
import { startModules, stopTasks } from "./startModules.ts";

/** How long a shutdown waits for open responses to end. */
const responseDrainTimeoutMs = 5_000;
/** A second signal within this time comes from the same key press. */
const keyPressMs = 500;
const webRoot = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Starts the server, prints its address, and runs until it receives a stop signal. */
async function main(): Promise<void> {
  keepRunningWithoutOutput();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const log = createLog(config.logLevel ?? (process.stdout.isTTY ? "warn" : "info"));
  const secrets = createSecretBox(await loadSecretKey(config));
  const { databaseUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, dataDir, log });
  const stopSignal = waitForStopSignal();
  try {
    const jobs = createJobs({ db: database.db, access: database, log });
    const parts = { config, log, secrets, db: database.db, jobs, modules, sharedDatabaseUrl: databaseUrl };
    const { platform, close } = await createPlatform(parts);
    await serve(platform, stopSignal).finally(close);
  } finally {
    await database.close();
  }
}

/** Serves until `stopSignal` resolves, then lets work in progress finish. */
async function serve(platform: Platform, stopSignal: Promise<void>): Promise<void> {
  const { config, db, jobs, log } = platform;
  let app: FastifyInstance | null = null;
  let tasks: readonly PeriodicTask[] = [];
  try {
    await migrate(db, log);
    await platform.blobs.check();
    tasks = await startModules(platform, modules);
    app = await createApp(platform, webRoot);
    const responses = trackResponses(app.server);
    const port = await listen(app, config);
    await printSummary(platform, port);
    void releaseStartupMemory();
    await stopSignal;
    await drainConnections(platform);
    printLine(`Shutting down: answers in progress have ${config.shutdownGraceMs / 1_000} seconds to finish.`);
    // Background jobs get no grace period: another process, or the next start, resumes them.
    await Promise.all([...modules.map(({ drain }) => drain?.(platform, config.shutdownGraceMs)), jobs.stop(0)]);
    await Promise.all([responses.drain(responseDrainTimeoutMs), platform.runLog.close()]);
  } finally {
    await Promise.all([stopTasks(tasks), jobs.stop(0)]);
    await app?.close();
  }
}

/** Keeps serving for the configured delay, so that a load balancer can notice that this process is about to stop. */
async function drainConnections({ config, runLog }: Platform): Promise<void> {
  runLog.beginDraining();
  if (config.shutdownDelayMs === 0) return;
  printLine(`Draining: requests are still served for ${config.shutdownDelayMs / 1_000} seconds.`);
  await setTimeout(config.shutdownDelayMs);
}

/** Prints the address and the modules' summary lines, aligned. */
async function printSummary(platform: Platform, port: number): Promise<void> {
  const { config } = platform;
  const lines: SummaryLine[] = [{ label: "Data", text: describeDatabase(config) }];
  for (const { summarize } of modules) lines.push(...((await summarize?.(platform)) ?? []));
  printLine(`\n  ${config.productName} is running at ${config.publicOrigin ?? `http://localhost:${port}`}\n`);
  for (const { label, text } of lines) printLine(`  ${label.padEnd(10)}${text}`);
  printLine("\n  Press Ctrl-C to stop.\n");
}

function describeDatabase({ databaseUrl, dataDir }: Config): string {
  return databaseUrl ? "PostgreSQL" : join(dataDir, "database");
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Without listeners, output to a full disk or a closed pipe would end the process: at its start, or before answers end. */
function keepRunningWithoutOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Resolves at the first SIGINT or SIGTERM; a later one exits immediately. */
function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstSignalAt: number | null = null;
    const onSignal = () => {
      const now = performance.now();
      // Under npm one Ctrl-C arrives twice: from the terminal, and forwarded by npm.
      if (firstSignalAt !== null && now - firstSignalAt > keyPressMs) process.exit(130);
      firstSignalAt ??= now;
      resolve();
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  });
}

await main().catch((error: unknown) => {
  const message = describeStartError(error);
  process.stderr.write(`\n${message ?? (error instanceof Error ? error.stack : String(error))}\n\n`);
  process.exitCode = 1;
});
// Exit even if something keeps the event loop alive, such as a socket that the other side has not closed.
process.exit();
