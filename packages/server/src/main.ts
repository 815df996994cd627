import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import type { Platform } from "./core/context.ts";
import { watchResponses } from "./http/openResponses.ts";
import { listen, StartError } from "./listen.ts";
import { createRunLog } from "./modules/chat/createRunLog.ts";
import { drainRuns } from "./modules/chat/drainRuns.ts";
import { reapDeadRuns, type RunReaper, startRunReaper } from "./modules/chat/reapDeadRuns.ts";
import { registerExportJobs, startConversionReaper } from "./modules/export/service.ts";
import { registerFileJobs } from "./modules/files/documents/registerFileJobs.ts";
import { startFileReaper } from "./modules/files/documents/startFileReaper.ts";
import { listUnpricedModelNames, seedModels } from "./modules/models/service.ts";
import {
  describeEmbeddingsServer,
  prepareVectorTable,
  registerRetrievalJobs,
  resumeEmbeddings,
} from "./modules/retrieval/service.ts";
import { BlobStoreUnusableError } from "./platform/blobStore/blobStore.ts";
import { blobFolder, createBlobStore } from "./platform/blobStore/createBlobStore.ts";
import { systemClock, systemWait } from "./platform/clock.ts";
import { DatabaseOpenError } from "./platform/db/databaseOpenError.ts";
import { migrate } from "./platform/db/migrate.ts";
import { openDatabase } from "./platform/db/openDatabase.ts";
import { createDocumentReader } from "./platform/documents/createDocumentReader.ts";
import { OcrLanguageMissing } from "./platform/documents/ocrLanguages.ts";
import { createJobs } from "./platform/jobs/createJobs.ts";
import { createLog } from "./platform/log.ts";
import { createModelMetrics } from "./platform/modelMetrics.ts";
import { createModelProviders } from "./platform/modelProviders/createModelProviders.ts";
import { createDocumentConverter } from "./platform/pandoc/createDocumentConverter.ts";
import { openNotifyBus } from "./platform/processes/notifyBus.ts";
import { createSingleProcess } from "./platform/processes/processes.ts";
import type { PeriodicTask } from "./platform/runPeriodically.ts";
import { createSecretBox } from "./platform/secretBox.ts";
import { loadSecretKey, SecretKeyError } from "./secretKey.ts";

/** How long shutdown waits for open responses to be delivered. */
const responseDrainTimeoutMs = 5_000;
/** The answers of a dead process are ended within about this time. */
const reapIntervalMs = 5_000;
/** Work whose background job was lost is resumed within about this time. */
const resumeIntervalMs = 30_000;
/** Signals that arrive within this time come from the same key press. */
const keyPressMs = 500;
const webRoot = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Starts the server, prints its address, and runs until it receives a stop signal. */
async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const log = createLog(config.logLevel ?? (process.stdout.isTTY ? "warn" : "info"));
  const secrets = createSecretBox(await loadSecretKey(config));
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  const { databaseUrl } = config;
  const bus = databaseUrl === null ? null : await openNotifyBus({ databaseUrl, secrets, log });
  let runReaper: RunReaper | null = null;
  const base: Omit<Platform, "runLog"> = {
    config,
    db: database.db,
    clock: systemClock,
    wait: systemWait,
    log,
    secrets,
    modelProviders: createModelProviders(log),
    metrics: createModelMetrics(),
    processes: bus ?? createSingleProcess(),
    blobs: await createBlobStore(config),
    jobs: createJobs({ db: database.db, access: database, log }),
    documents: createDocumentReader(config, log),
    converter: createDocumentConverter(config, log),
  };
  const platform: Platform = { ...base, runLog: createRunLog(base, bus, () => runReaper?.trigger()) };
  const stop = waitForStopSignal();
  let app: FastifyInstance | null = null;
  const periodicTasks: PeriodicTask[] = [];
  try {
    await migrate(database.db, log);
    await platform.blobs.check();
    await reapDeadRuns(platform, "atStart");
    if (bus) runReaper = startRunReaper(platform, reapIntervalMs);
    registerFileJobs(platform);
    registerRetrievalJobs(platform);
    registerExportJobs(platform);
    await prepareVectorTable(platform);
    const [seeded] = await Promise.all([seedModels(platform), platform.jobs.start()]);
    await resumeEmbeddings(platform);
    periodicTasks.push(startFileReaper(platform, resumeIntervalMs), startConversionReaper(platform, resumeIntervalMs));
    app = await createApp(platform, webRoot);
    const responses = watchResponses(app.server);
    const port = await listen(app, config);
    printSummary(config, port, seeded, await listUnpricedModelNames(platform), await describeEmbeddingsServer(platform));
    await stop;
    await drainConnections(platform);
    printLine(`Shutting down: answers in progress have ${config.shutdownGraceMs / 1_000} seconds to finish.`);
    // Background jobs get no grace period: another process, or the next start, resumes them.
    await Promise.all([drainRuns(platform, config.shutdownGraceMs), platform.jobs.stop(0)]);
    await Promise.all([responses.done(responseDrainTimeoutMs), platform.runLog.close()]);
  } finally {
    await Promise.all([runReaper?.stop(), ...periodicTasks.map((task) => task.stop()), platform.jobs.stop(0)]);
    await app?.close();
    await platform.jobs.close();
    await bus?.close();
    await platform.modelProviders.close();
    await platform.blobs.close();
    await database.close();
  }
}

/** Keeps serving for the configured delay, so that a load balancer can notice that this process is about to stop. */
async function drainConnections({ config, runLog }: Platform): Promise<void> {
  runLog.beginDraining();
  if (config.shutdownDelayMs === 0) return;
  printLine(`Draining: requests are still served for ${config.shutdownDelayMs / 1_000} seconds.`);
  await setTimeout(config.shutdownDelayMs);
}

function printSummary(
  config: Config,
  port: number,
  models: { names: string[]; problems: string[] },
  unpricedModels: string[],
  embeddingsTarget: string | null,
): void {
  const lines = [
    "",
    `  ${config.productName} is running at ${config.publicOrigin ?? `http://localhost:${port}`}`,
    "",
    `  Sign-in   ${signInLine(config)}`,
    `  Models    ${models.names.length > 0 ? models.names.join(", ") : "none yet"}`,
    ...models.problems.map((problem) => `            ${problem}`),
    ...limitLines(config, unpricedModels),
    `  Data      ${config.databaseUrl ? "PostgreSQL" : join(config.dataDir, "database")}`,
    `  Files     ${filesLine(config)}`,
    `            ${searchLine(embeddingsTarget)}`,
    `            ${ocrLine(config)}`,
    "",
    "  Press Ctrl-C to stop.",
    "",
  ];
  for (const line of lines) printLine(line);
}

function limitLines({ rateLimits }: Config, unpricedModels: readonly string[]): string[] {
  if (rateLimits.length === 0) return [];
  const limits = rateLimits.map(({ period, rate }) => `$${rate} ${period.toLowerCase()}`).join(", ");
  const exempt =
    unpricedModels.length === 0 ? [] : [`            not enforced for ${unpricedModels.join(", ")}: price unknown`];
  return [`  Limits    ${limits} per person`, ...exempt];
}

function signInLine(config: Config): string {
  const admins = config.admins.length > 0 ? `administrators: ${config.admins.join(", ")}` : null;
  if (config.oidc) return `with ${config.oidc.issuer}; ${admins ?? "no administrators (set ADMINS)"}`;
  return `anyone on this machine, with any e-mail address; ${admins ?? "the first person becomes administrator"}`;
}

function filesLine({ s3, dataDir, databaseUrl }: Config): string {
  if (s3) return `bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3 in ${s3.region}`}`;
  return `${blobFolder(dataDir)}${databaseUrl ? "; all processes on this database must share this folder" : ""}`;
}

function searchLine(embeddingsTarget: string | null): string {
  if (embeddingsTarget === null) return "keyword search only";
  return `keyword and semantic search; document text is sent to ${embeddingsTarget} (EMBEDDINGS_MODEL=none turns this off)`;
}

function ocrLine({ extraction: { ocrLanguages } }: Config): string {
  return ocrLanguages === null
    ? "text in images and scans is not recognized (OCR=on turns this on)"
    : `text in images and scans is recognized (${ocrLanguages.join(", ")})`;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Resolves at the first SIGINT or SIGTERM; a second one exits immediately. */
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

/** The message for the operator; null for an unexpected error. */
function describeStartError(error: unknown): string | null {
  if (error instanceof ConfigError) {
    return ["Invalid configuration:", ...error.problems.map((problem) => `  ${problem}`)].join("\n");
  }
  if (error instanceof DatabaseOpenError) return error.userMessage;
  if (operatorErrors.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  if (isFileError(error)) {
    const reason = fileReasons[error.code] ?? error.code;
    return `Cannot write to ${error.path}: ${reason}. Set DATA_DIR to a folder that this user can write to.`;
  }
  return null;
}

/** Errors whose message alone tells the operator what to do. */
const operatorErrors = [StartError, SecretKeyError, BlobStoreUnusableError, OcrLanguageMissing];

const fileReasons: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EEXIST: "it is not a folder",
  ENOTDIR: "part of this path is not a folder",
};

function isFileError(error: unknown): error is Error & { code: string; path: string } {
  if (!(error instanceof Error && "code" in error && "path" in error)) return false;
  return typeof error.path === "string" && Object.hasOwn(fileReasons, String(error.code));
}

await main().catch((error: unknown) => {
  const message = describeStartError(error);
  process.stderr.write(`\n${message ?? (error instanceof Error ? error.stack : String(error))}\n\n`);
  process.exitCode = 1;
});
// Exit even if something still keeps the event loop alive, such as a socket that a peer holds open.
process.exit();
