import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "../../server/src/platform/db/database.ts";
import { migrate } from "../../server/src/platform/db/migrate.ts";
import { openDatabase } from "../../server/src/platform/db/openDatabase.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { startPostgres } from "../../server/src/testing/startPostgres.ts";
import type { Resources } from "./resources.ts";

const silentLog = createLog("silent");

/** Opens a new database with all tables and no rows. */
export async function openMigratedDatabase(kind: "PGlite" | "PostgreSQL", resources: Resources): Promise<Db> {
  const folder = await resources.use(mkdtemp(join(tmpdir(), "lectern-bench-")), (path) =>
    rm(path, { recursive: true, force: true, maxRetries: 3 }),
  );
  const postgres = kind === "PGlite" ? null : await resources.use(startPostgres(), (started) => started.stop());
  const databaseUrl = postgres ? postgres.url("postgres") : null;
  const { db } = await resources.use(openDatabase({ databaseUrl, dataDir: folder, log: silentLog }), (opened) =>
    opened.close(),
  );
  await migrate(db, silentLog);
  return db;
}
