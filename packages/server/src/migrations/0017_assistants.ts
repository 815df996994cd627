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
      summary jsonb not null generated always as (
        (content - array['instructions', 'disclaimer', 'dataSources']) #- array['data', 'groupTypeData']
      ) stored,
      saved_by text references principals (id),
      saved_at timestamptz not null,
      primary key (assistant_id, version)
    )`.execute(db);
  await sql`create index assistant_versions_saved_by on assistant_versions (saved_by)`.execute(db);
  await rejectErasedPeople(db);
}

/** Rejects new rows of erased people; see `0008_access.ts` and `0013_erasure_locks.ts`. */
async function rejectErasedPeople(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function reject_erased_saved_by() returns trigger language plpgsql as $$
    begin
      if new.saved_by is null then
        return new;
      end if;
      perform pg_advisory_xact_lock_shared(714002, hashtext(new.saved_by));
      if exists (select from users where id = new.saved_by and erased_at is not null) then
        raise exception 'a person of the table % has been erased', tg_table_name
          using errcode = 'foreign_key_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger assistants_owner_id_erased before insert or update of owner_id
    on assistants for each row execute function reject_erased_owner_id()`.execute(db);
  await sql`
    create trigger assistant_versions_saved_by_erased before insert or update of saved_by
    on assistant_versions for each row execute function reject_erased_saved_by()`.execute(db);
}
