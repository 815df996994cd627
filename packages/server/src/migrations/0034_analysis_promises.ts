import { type Kysely, sql } from "kysely";

/**
 * Keeps what people were told when a conversation was recorded, whatever the setting is later. The migration does not know
 * the setting: null counts as the present one, and is replaced by it when the server starts.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table analysis_records add column is_hidden boolean`.execute(db);
  await sql`create index analysis_records_unmarked on analysis_records (id) where is_hidden is null`.execute(db);
}
