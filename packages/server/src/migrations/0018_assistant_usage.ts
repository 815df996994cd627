import { type Kysely, sql } from "kysely";

/**
 * Finds out which versions of an assistant have answered, because these are kept. No row of an earlier version names an
 * assistant, so creating the index only reads the table.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index usage_assistant on usage (assistant_id) where assistant_id is not null`.execute(db);
}
