import { type Kysely, sql } from "kysely";

/**
 * The highest numbers of deleted versions of artifacts, by artifact, so that no number is given twice.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column artifact_numbers jsonb not null default '{}'`.execute(db);
}
