import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "../../migrations/migrations.ts";
import type { Log } from "../log.ts";
import type { Db } from "./database.ts";
import { DatabaseOpenError } from "./databaseOpenError.ts";
import { openingTransaction } from "./openTransactions.ts";
import { databaseOf } from "./transaction.ts";

/** Of the preparing of migrations; any number that is nobody else's. */
const preparationLock = 7_140_025_118;
const askAgainMs = 500;

/**
 * Brings the tables up to date, in one transaction under an advisory lock: processes that start together on one PostgreSQL
 * take turns. What would take long in there is made before it. Throws DatabaseOpenError when a newer program has migrated this database.
 */
export async function migrate(db: Db, log: Log): Promise<void> {
  // Looked at first, because the migrator takes a tenth of a second to find that there is nothing to do.
  const executed = await listExecuted(db);
  if (executed.length === Object.keys(migrations).length) return;
  await prepare(db, log, executed);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await openingTransaction(databaseOf(db), () => migrator.migrateToLatest());
  if (error !== undefined) {
    await listExecuted(db); // a newer program may have come first
    throw error;
  }
  if (results.length > 0) log.info({ migrations: results.map((result) => result.migrationName) }, "database migrated");
}

/** Does beforehand what the migrations to come have for a database in use. */
async function prepare(db: Db, log: Log, executed: readonly string[]): Promise<void> {
  if (executed.length === 0) return;
  for (const [name, { beforehand }] of Object.entries(migrations)) {
    if (!beforehand || executed.includes(name)) continue;
    log.info({ migration: name }, "preparing the database; this may take long, and others may go on using it");
    await db.connection().execute(async (connection) => {
      // Asked for again and again: what is made beside the writing of others waits for every statement that began before it, and would
      // wait for one that waits for this lock.
      while (!(await tryLock(connection))) await delay(askAgainMs);
      try {
        await beforehand(connection);
      } finally {
        await sql`select pg_advisory_unlock(${preparationLock}::bigint)`.execute(connection);
      }
    });
  }
}

async function tryLock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_lock(${preparationLock}::bigint) as is_mine`.execute(connection);
  return rows[0]?.is_mine ?? false;
}

/** Which of our migrations this database has. Throws DatabaseOpenError when it has others. */
async function listExecuted(db: Db): Promise<string[]> {
  const tables = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  );
  if (!tables.rows[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const names = rows.map((row) => row.name);
  const unknown = names.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return names;
  throw new DatabaseOpenError(
    `This database was last used by a newer Lectern: it has the migration ${unknown.at(-1)}, which this version does not know. Start that version, or a later one.`,
  );
}
