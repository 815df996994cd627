import { type Kysely, sql } from "kysely";

/**
 * Adds assistants and their versions.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table assistants (
      id text primary key,
      owner_id text not null references principals (id),
      name text not null,
      version integer not null,
      is_published boolean not null,
      is_system boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index assistants_owner on assistants (owner_id) where deleted_at is null`.execute(db);
  await sql`
    create table assistant_versions (
      assistant_id text not null references assistants (id) on delete cascade,
      version integer not null,
      id text not null unique,
      content jsonb not null,
      saved_by text references principals (id),
      saved_at timestamptz not null,
      primary key (assistant_id, version)
    )`.execute(db);
}
