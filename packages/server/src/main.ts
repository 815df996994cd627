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
import { type Sweeping, startSweeping, sweepDeadRuns } from "./modules/chat/sweepDeadRuns.ts";
import { registerExportJobs, startTending } from "./modules/export/service.ts";
import { registerFileJobs } from "./modules/files/documents/registerFileJobs.ts";
import { startResuming } from "./modules/files/documents/startResuming.ts";
import { namesWithoutPrice, seedModels } from "./modules/models/service.ts";
import {
  embeddingsServer,
  prepareVectors,
  registerRetrievalJobs,
  resumeEmbeddings,
} from "./modules/retrieval/service.ts";
import { BlobStoreUnusable } from "./platform/blobStore/blobStore.ts";
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
import { createSoleProcess } from "./platform/processes/processes.ts";
import type { Repeating } from "./platform/repeat.ts";
import { createSecretBox } from "./platform/secretBox.ts";
import { loadSecretKey, SecretKeyError } from "./secretKey.ts";

/** For what has been answered to reach who asked. */
const lastWordsMs = 5_000;
/** A dead process's answers are ended within about this time, where nobody notices before. */
const sweepEveryMs = 5_000;
/** What waits for a background job that was lost is taken up within about this time. */
const resumeEveryMs = 30_000;
const oneKeyPressMs = 500;
const webRoot = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Starts the server, prints where it is, and stays until it is told to end. */
async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const log = createLog(config.logLevel ?? (process.stdout.isTTY ? "warn" : "info"));
  const secrets = createSecretBox(await loadSecretKey(config));
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  const { databaseUrl } = config;
  const bus = databaseUrl === null ? null : await openNotifyBus({ databaseUrl, secrets, log });
  let sweeping: Sweeping | null = null;
  const base: Omit<Platform, "runLog"> = {
    config,
    db: database.db,
    clock: systemClock,
    wait: systemWait,
    log,
    secrets,
    modelProviders: createModelProviders(log),
    metrics: createModelMetrics(),
    processes: bus ?? createSoleProcess(),
    blobs: await createBlobStore(config),
    jobs: createJobs({ db: database.db, access: database, log }),
    documents: createDocumentReader(config, log),
    converter: createDocumentConverter(config, log),
  };
  const platform: Platform = { ...base, runLog: createRunLog(base, bus, () => sweeping?.soon()) };
  const stop = onceStopped();
  let app: FastifyInstance | null = null;
  const repeating: Repeating[] = [];
  try {
    await migrate(database.db, log);
    await platform.blobs.check();
    await sweepDeadRuns(platform, "atStart");
    if (bus) sweeping = startSweeping(platform, sweepEveryMs);
    registerFileJobs(platform);
    registerRetrievalJobs(platform);
    registerExportJobs(platform);
    await prepareVectors(platform);
    const [seeded] = await Promise.all([seedModels(platform), platform.jobs.start()]);
    await resumeEmbeddings(platform);
    repeating.push(startResuming(platform, resumeEveryMs), startTending(platform, resumeEveryMs));
    app = await createApp(platform, webRoot);
    const responses = watchResponses(app.server);
    const port = await listen(app, config);
    announce(config, port, seeded, await namesWithoutPrice(platform), await embeddingsServer(platform));
    await stop;
    await leave(platform);
    say(`Ending: answers that are being written get ${config.shutdownGraceMs / 1_000} seconds.`);
    // Nobody waits for a background job: it goes on elsewhere, or at the next start.
    await Promise.all([drainRuns(platform, config.shutdownGraceMs), platform.jobs.stop(0)]);
    await Promise.all([responses.done(lastWordsMs), platform.runLog.close()]);
  } finally {
    await Promise.all([sweeping?.stop(), ...repeating.map((one) => one.stop()), platform.jobs.stop(0)]);
    await app?.close();
    await platform.jobs.close();
    await bus?.close();
    await platform.modelProviders.close();
    await platform.blobs.close();
    await database.close();
  }
}

/** Serves on for as long as a load balancer may take to see that this process is about to end. */
async function leave({ config, runLog }: Platform): Promise<void> {
  runLog.beginLeaving();
  if (config.shutdownDelayMs === 0) return;
  say(`Leaving: everything is served for ${config.shutdownDelayMs / 1_000} more seconds.`);
  await setTimeout(config.shutdownDelayMs);
}

function announce(
  config: Config,
  port: number,
  models: { names: string[]; problems: string[] },
  unpriced: string[],
  textsGoTo: string | null,
): void {
  const lines = [
    "",
    `  ${config.productName} is at ${config.publicOrigin ?? `http://localhost:${port}`}`,
    "",
    `  Sign-in   ${signInLine(config)}`,
    `  Models    ${models.names.length > 0 ? models.names.join(", ") : "none yet"}`,
    ...models.problems.map((problem) => `            ${problem}`),
    ...limitLines(config, unpriced),
    `  Data      ${config.databaseUrl ? "PostgreSQL" : join(config.dataDir, "database")}`,
    `  Files     ${filesLine(config)}`,
    `            ${searchLine(textsGoTo)}`,
    `            ${ocrLine(config)}`,
    "",
    "  Ctrl-C ends it.",
    "",
  ];
  for (const line of lines) say(line);
}

function limitLines({ rateLimits }: Config, unpriced: readonly string[]): string[] {
  if (rateLimits.length === 0) return [];
  const limits = rateLimits.map(({ period, rate }) => `$${rate} ${period.toLowerCase()}`).join(", ");
  const free = unpriced.length === 0 ? [] : [`            not for ${unpriced.join(", ")}: no price is known`];
  return [`  Limits    ${limits} for each person`, ...free];
}

function signInLine(config: Config): string {
  const admins = config.admins.length > 0 ? `administrators: ${config.admins.join(", ")}` : null;
  if (config.oidc) return `people of ${config.oidc.issuer}; ${admins ?? "no administrators (set ADMINS)"}`;
  return `anyone on this machine, with any e-mail; ${admins ?? "the first person becomes administrator"}`;
}

/** Several processes on one database need one store: a disk is it only where all of them have the same one. */
function filesLine({ s3, dataDir, databaseUrl }: Config): string {
  if (s3) return `bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3 in ${s3.region}`}`;
  return `${blobFolder(dataDir)}${databaseUrl ? "; every process on this database needs the same folder" : ""}`;
}

function searchLine(textsGoTo: string | null): string {
  if (textsGoTo === null) return "searched by their words";
  return `searched by meaning too: their texts are sent to ${textsGoTo} (EMBEDDINGS_MODEL=none keeps them here)`;
}

function ocrLine({ extraction: { ocrLanguages } }: Config): string {
  return ocrLanguages === null
    ? "pictures and scans are not read (OCR=on reads them)"
    : `pictures and scans are read in ${ocrLanguages.join(", ")}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function onceStopped(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    const onSignal = () => {
      const now = performance.now();
      // One Ctrl-C arrives twice under npm: from the terminal, and passed on by npm.
      if (askedAt !== null && now - askedAt > oneKeyPressMs) process.exit(130);
      askedAt ??= now;
      resolve();
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  });
}

function explain(error: unknown): string | null {
  if (error instanceof ConfigError) {
    return ["The configuration is not right:", ...error.problems.map((problem) => `  ${problem}`)].join("\n");
  }
  if (error instanceof DatabaseOpenError) return error.userMessage;
  if (sayEnough.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  if (isFileError(error)) {
    const reason = fileReasons[error.code] ?? error.code;
    return `Cannot write to ${error.path}: ${reason}. Set DATA_DIR to a folder that this user may write to.`;
  }
  return null;
}

/** Errors whose message is all that an operator needs. */
const sayEnough = [StartError, SecretKeyError, BlobStoreUnusable, OcrLanguageMissing];

const fileReasons: Record<string, string> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
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
  const message = explain(error);
  process.stderr.write(`\n${message ?? (error instanceof Error ? error.stack : String(error))}\n\n`);
  process.exitCode = 1;
});
// Whatever still holds the process (a socket that a peer keeps open) has had its time.
process.exit();
