import { createReadStream, existsSync } from "node:fs";
import { readConfig } from "./config.ts";
import { describeStartError } from "./describeStartError.ts";
import { importWorkspaces, splitLines } from "./modules/legacyWorkspaces/importWorkspaces.ts";
import { migrate } from "./platform/db/migrate.ts";
import { openDatabase } from "./platform/db/openDatabase.ts";
import { createLog } from "./platform/log.ts";

/** Imports the workspaces of an earlier product from a file. `docs/operations.md` describes its format. */
async function main(file: string | undefined): Promise<void> {
  if (file === undefined || !existsSync(file)) throw new UsageError();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { databaseUrl, dataDir, logLevel } = readConfig(process.env);
  const log = createLog(logLevel ?? "warn");
  const database = await openDatabase({ databaseUrl, dataDir, log });
  try {
    await migrate(database.db, log);
    const lines = splitLines(createReadStream(file, "utf8"));
    const { imported, problems } = await importWorkspaces(database.db, lines);
    process.stdout.write(`Workspaces imported: ${imported}\n`);
    for (const { line, reason } of problems) process.stderr.write(`Line ${line} was not imported: ${reason}\n`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

class UsageError extends Error {
  override message = "Usage: npm run import-workspaces FILE, where FILE has one workspace per line";
}

try {
  await main(process.argv[2]);
} catch (error) {
  const message = error instanceof UsageError ? error.message : describeStartError(error);
  if (message === null) throw error;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
