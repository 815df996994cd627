import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import type { Platform } from "./core/context.ts";
import { listen, StartError } from "./listen.ts";
import { drainRuns } from "./modules/chat/drainRuns.ts";
import { sweepReplies } from "./modules/conversations/service.ts";
import { seedModels } from "./modules/models/service.ts";
import { sweepUsage } from "./modules/usage/service.ts";
import { systemClock } from "./platform/clock.ts";
import { DatabaseOpenError } from "./platform/db/databaseOpenError.ts";
import { migrate } from "./platform/db/migrate.ts";
import { openDatabase } from "./platform/db/openDatabase.ts";
import { createLog } from "./platform/log.ts";
import { createModelProviders } from "./platform/modelProviders/createModelProviders.ts";
import { createMemoryRunLog } from "./platform/runLog/memoryRunLog.ts";
import { createSecretBox } from "./platform/secretBox.ts";
import { loadSecretKey, SecretKeyError } from "./secretKey.ts";

const drainMs = 10_000;
const oneKeyPressMs = 500;
const webRoot = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Starts the server, prints where it is, and stays until it is told to end. */
async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const log = createLog(config.logLevel ?? (process.stdout.isTTY ? "warn" : "info"));
  const secrets = createSecretBox(await loadSecretKey(config));
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  const platform: Platform = {
    config,
    db: database.db,
    clock: systemClock,
    log,
    secrets,
    modelProviders: createModelProviders(log),
    runLog: createMemoryRunLog(systemClock),
  };
  const stop = onceStopped();
  let app: FastifyInstance | null = null;
  try {
    await migrate(database.db, log);
    await Promise.all([sweepUsage(platform), sweepReplies(platform)]);
    const seeded = await seedModels(platform);
    app = await createApp(platform, webRoot);
    const port = await listen(app, config);
    announce(config, port, seeded);
    await stop;
    say("Ending: answers that are being written get 10 seconds.");
    await drainRuns(platform, drainMs);
  } finally {
    await app?.close();
    await platform.modelProviders.close();
    await database.close();
  }
}

function announce(config: Config, port: number, models: { names: string[]; problems: string[] }): void {
  const lines = [
    "",
    `  ${config.productName} is at ${config.publicOrigin ?? `http://localhost:${port}`}`,
    "",
    `  Sign-in   ${signInLine(config)}`,
    `  Models    ${models.names.length > 0 ? models.names.join(", ") : "none yet"}`,
    ...models.problems.map((problem) => `            ${problem}`),
    `  Data      ${config.databaseUrl ? "PostgreSQL" : join(config.dataDir, "database")}`,
    "",
    "  Ctrl-C ends it.",
    "",
  ];
  for (const line of lines) say(line);
}

function signInLine(config: Config): string {
  const admins = config.admins.length > 0 ? `administrators: ${config.admins.join(", ")}` : null;
  if (config.oidc) return `people of ${config.oidc.issuer}; ${admins ?? "no administrators (set ADMINS)"}`;
  return `anyone on this machine, with any e-mail; ${admins ?? "the first person becomes administrator"}`;
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
  if (error instanceof StartError || error instanceof SecretKeyError) return error.message;
  if (isFileError(error)) {
    const reason = fileReasons[error.code] ?? error.code;
    return `Cannot write to ${error.path}: ${reason}. Set DATA_DIR to a folder that this user may write to.`;
  }
  return null;
}

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
