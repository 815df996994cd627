import { type Kysely, sql } from "kysely";

/**
 * Keeps what people were told when a conversation was recorded, whatever the setting is later. What was told about the
 * records so far is not known, so they count as those of people who were told that editors see them.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table analysis_records add column is_hidden boolean not null default false`.execute(db);
}
