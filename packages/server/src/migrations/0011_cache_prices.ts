import { type Kysely, sql } from "kysely";

/**
 * Input that is written to a provider's cache has a price of its own. Without one, the input price applies, as in
 * existing rows.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table models add column cache_write_token_cost numeric(18, 9)`.execute(db);
  await sql`
    alter table usage
      add column cache_write_tokens integer not null default 0,
      add column cache_write_token_cost numeric(18, 9)`.execute(db);
}
