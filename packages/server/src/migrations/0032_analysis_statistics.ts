import { type Kysely, sql } from "kysely";

/**
 * Tells PostgreSQL how few combinations of these values there are, so that it counts conversations in several processes.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create statistics analysis_records_cells
    on ((started_at at time zone interval '0')::date), entry_point, category, employee_type
    from analysis_records`.execute(db);
}
