import { type Kysely, sql } from "kysely";

/**
 * The highest limit that the API key of a group may have, which only site administrators set; null: its administrators
 * decide. It belongs to the group, so that it also applies to the next key.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table groups add column key_limit_period text, add column key_limit_rate numeric,
      add check ((key_limit_period is null) = (key_limit_rate is null))`.execute(db);
}
