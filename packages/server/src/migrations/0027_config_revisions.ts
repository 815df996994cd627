import { type Kysely, sql } from "kysely";

/**
 * Who saved a section of the configuration last, and how often it was saved. A section that has tables of its own has a
 * row for this alone, with the value null.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table settings
      add column revision integer not null default 1,
      add column updated_by text references principals (id),
      alter column value drop not null`.execute(db);
}
