import { type Kysely, sql } from "kysely";

/**
 * A conversation can be pinned and archived.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations
      add column is_pinned boolean not null default false,
      add column is_archived boolean not null default false`.execute(db);
}
