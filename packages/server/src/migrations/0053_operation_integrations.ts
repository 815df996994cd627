import { type Kysely, sql } from "kysely";

/**
 * The integration whose account a registered operation uses: that of the person who asks. Null: none.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operations add column integration text`.execute(db);
}
