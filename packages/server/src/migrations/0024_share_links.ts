import { type Kysely, sql } from "kysely";

/**
 * Links to snapshots.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shares add column link_title text`.execute(db);
}
