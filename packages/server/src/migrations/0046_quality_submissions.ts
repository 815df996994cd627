import { type Kysely, sql } from "kysely";

/**
 * Summaries of conversations that people have sent for quality improvement. An anonymous one has no owner, and its time
 * is the beginning of the day, so that nothing that was logged or stored at its time leads to the person.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quality_submissions (
      id uuid primary key,
      owner_id text references principals (id),
      type text not null,
      summary text not null,
      purpose text not null,
      comments text not null,
      data_source_count integer not null,
      content text not null,
      message_count integer not null,
      submitted_at timestamptz not null,
      check (owner_id is not null or submitted_at = date_trunc('day', submitted_at, 'UTC'))
    )`.execute(db);
  await sql`create index quality_submissions_by_time on quality_submissions (submitted_at, id)`.execute(db);
  await sql`
    create index quality_submissions_owner on quality_submissions (owner_id) where owner_id is not null`.execute(db);
  await sql`
    create trigger quality_submissions_owner_id_erased before insert or update of owner_id
    on quality_submissions for each row execute function reject_erased_owner_id()`.execute(db);
}
