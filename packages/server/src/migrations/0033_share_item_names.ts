import { type Kysely, sql } from "kysely";

/**
 * Adds the first names of what is in a snapshot, so that lists can name it without reading the snapshot.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shares add column item_names text[] not null default '{}'`.execute(db);
}
