import { type Kysely, sql } from "kysely";

/**
 * Stores the line of headings with which a chunk begins, so that a cited passage can be shown without it. It is unknown
 * for earlier chunks.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chunks add column headings text`.execute(db);
}
