import { type Kysely, sql } from "kysely";

/**
 * Artifacts that people save, and copies that they share. A copy that was made to be shared is not in its owner's list.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_artifacts (
      id text primary key,
      owner_id text not null references principals (id),
      key text not null,
      is_listed boolean not null,
      artifact_id text not null,
      version integer not null,
      name text not null,
      description text not null,
      type text not null,
      tags jsonb not null,
      created_on text not null,
      shared_by text,
      contents text not null,
      saved_at timestamptz not null
    )`.execute(db);
  await sql`create unique index saved_artifacts_key on saved_artifacts (key)`.execute(db);
  await sql`create index saved_artifacts_owner on saved_artifacts (owner_id, saved_at)`.execute(db);
  await sql`
    create trigger saved_artifacts_owner_id_erased before insert or update of owner_id
    on saved_artifacts for each row execute function reject_erased_owner_id()`.execute(db);
  await sql`
    create function delete_artifact_grants() returns trigger language plpgsql as $$
    begin
      delete from grants where object_type = 'artifact' and object_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger saved_artifacts_grants after delete on saved_artifacts
    for each row execute function delete_artifact_grants()`.execute(db);
}
