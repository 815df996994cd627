import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "../../migrations/migrations.ts";
import type { Log } from "../log.ts";
import { DatabaseOpenError } from "./databaseOpenError.ts";
import type { Db } from "./database.ts";

/**
 * Brings the tables up to date, in one transaction under an advisory lock: processes that start together on one PostgreSQL
 * take turns. Throws DatabaseOpenError when a newer program has migrated this database.
 */
export async function migrate(db: Db, log: Log): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw await newerThanThisProgram(db, error);
  if (results.length > 0) log.info({ migrations: results.map((result) => result.migrationName) }, "database migrated");
}

async function newerThanThisProgram(db: Db, error: unknown): Promise<unknown> {
  const executed = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch(() => null); // the first migration failed before there was a table: the error itself says more
  const unknown = executed?.rows.map((row) => row.name).filter((name) => !Object.hasOwn(migrations, name)) ?? [];
  if (unknown.length === 0) return error;
  return new DatabaseOpenError(
    `This database was last used by a newer Lectern (it has the migration ${unknown.at(-1)}, which this one does not know). Start that version or a later one.`,
    { cause: error },
  );
}
