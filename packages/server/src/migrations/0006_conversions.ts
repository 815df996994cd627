import { type Kysely, sql } from "kysely";

/** @public Kysely calls it by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversions (
      id text primary key,
      owner_id text not null references users (id) on delete cascade,
      format text not null,
      template text,
      file_name text not null,
      state text not null,
      reason text,
      input_key text,
      output_key text,
      attempts integer not null default 0,
      process_id text,
      created_at timestamptz not null,
      state_changed_at timestamptz not null
    )`.execute(db);
  await sql`create index conversions_owner on conversions (owner_id)`.execute(db);
  await sql`create index conversions_created on conversions (created_at)`.execute(db);
}
