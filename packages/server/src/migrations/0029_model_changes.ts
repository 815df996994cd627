import { type Kysely, sql } from "kysely";

/**
 * Which columns of a model an administrator has set, so that the next start does not overwrite them.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table models add column admin_fields jsonb not null default '[]'`.execute(db);
}
