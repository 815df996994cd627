import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "../../migrations/migrations.ts";
import type { Log } from "../log.ts";
import type { Db } from "./database.ts";
import { DatabaseOpenError } from "./databaseOpenError.ts";
import { openingTransaction } from "./openTransactions.ts";
import { databaseOf } from "./transaction.ts";

/**
 * Brings the tables up to date, in one transaction under an advisory lock: processes that start together on one PostgreSQL
 * take turns. Throws DatabaseOpenError when a newer program has migrated this database.
 */
export async function migrate(db: Db, log: Log): Promise<void> {
  // Looked at first, because the migrator takes a tenth of a second to find that there is nothing to do.
  if ((await countExecuted(db)) === Object.keys(migrations).length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await openingTransaction(databaseOf(db), () => migrator.migrateToLatest());
  if (error !== undefined) {
    await countExecuted(db); // a newer program may have come first
    throw error;
  }
  if (results.length > 0) log.info({ migrations: results.map((result) => result.migrationName) }, "database migrated");
}

/** How many of our migrations this database has. Throws DatabaseOpenError when it has others. */
async function countExecuted(db: Db): Promise<number> {
  const tables = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  );
  if (!tables.rows[0]?.exists) return 0;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.map((row) => row.name).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return rows.length;
  throw new DatabaseOpenError(
    `This database was last used by a newer Lectern: it has the migration ${unknown.at(-1)}, which this version does not know. Start that version, or a later one.`,
  );
}
