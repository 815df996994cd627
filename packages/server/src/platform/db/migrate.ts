import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "../../migrations/migrations.ts";
import type { Log } from "../log.ts";
import type { Db } from "./database.ts";
import { DatabaseOpenError } from "./databaseOpenError.ts";
import { withTransactionGuard } from "./openTransactions.ts";
import { withoutStatementTimeout } from "./statementTimeout.ts";
import { databaseOf } from "./transaction.ts";

/** The key of the advisory lock for preparations; an arbitrary number. */
const preparationLockKey = 7_140_025_118;
const lockRetryMs = 500;

/**
 * Migrates the database to the latest version, in one transaction under an advisory lock, so that concurrent starts on
 * one PostgreSQL are serialized. The preparations of slow migrations run before that transaction. Throws
 * DatabaseOpenError if a newer version has migrated this database.
 */
export async function migrate(db: Db, log: Log): Promise<void> {
  // Check this first, because the migrator takes 100 ms to detect that there is nothing to do.
  const executedMigrations = await listExecutedMigrations(db);
  if (executedMigrations.length === Object.keys(migrations).length) return;
  await runPreparations(db, log, executedMigrations);
  const provider = { getMigrations: async () => migrations };
  const { error, results = [] } = await withoutStatementTimeout(db, (connection) =>
    withTransactionGuard(databaseOf(db), () => new Migrator({ db: connection, provider }).migrateToLatest()),
  );
  if (error !== undefined) {
    // Throws an explanation if a newer version has migrated the database in the meantime.
    await listExecutedMigrations(db);
    throw error;
  }
  if (results.length > 0) log.info({ migrations: results.map((result) => result.migrationName) }, "database migrated");
}

/** Runs the preparations of pending migrations, while the database may be in use. A new database needs none. */
async function runPreparations(db: Db, log: Log, executedMigrations: readonly string[]): Promise<void> {
  if (executedMigrations.length === 0) return;
  for (const [name, { prepare: prepareMigration }] of Object.entries(migrations)) {
    if (!prepareMigration || executedMigrations.includes(name)) continue;
    log.info({ migration: name }, "preparing the database for a migration; this may take long, and it stays usable");
    await withoutStatementTimeout(db, async (connection) => {
      // Polls instead of waiting in a statement: `create index concurrently` waits for all earlier statements, so a
      // statement of another process that waits for this lock would deadlock with it.
      while (!(await tryLock(connection))) await delay(lockRetryMs);
      try {
        await prepareMigration(connection);
      } finally {
        await sql`select pg_advisory_unlock(${preparationLockKey}::bigint)`.execute(connection);
      }
    });
  }
}

async function tryLock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_lock(${preparationLockKey}::bigint) as is_mine`.execute(connection);
  return rows[0]?.is_mine ?? false;
}

/**
 * Returns the names of the migrations that have run on this database. Throws DatabaseOpenError if this version does not
 * know one of them.
 */
async function listExecutedMigrations(db: Db): Promise<string[]> {
  const tableCheck = await sql<{
    exists: boolean;
  }>`select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!tableCheck.rows[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const names = rows.map((row) => row.name);
  const unknownMigrations = names.filter((name) => !Object.hasOwn(migrations, name));
  if (unknownMigrations.length === 0) return names;
  throw new DatabaseOpenError(
    `This database was last used by a newer Lectern: it has the migration ${unknownMigrations.at(-1)}, which this version does not ` +
      "know. Start that version or a later one.",
  );
}
