import { type Kysely, sql } from "kysely";

/**
 * Snapshots that people share, and what their recipients have done with them.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shares (
      id text primary key,
      owner_id text not null references principals (id),
      note text not null,
      counts jsonb not null,
      content text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index shares_owner on shares (owner_id, created_at)`.execute(db);
  await sql`create index shares_expiry on shares (expires_at)`.execute(db);
  await sql`
    create table share_receipts (
      share_id text not null references shares (id) on delete cascade,
      principal_id text not null references principals (id),
      opened_at timestamptz,
      imported_at timestamptz,
      removed_at timestamptz,
      primary key (share_id, principal_id)
    )`.execute(db);
  await sql`create index share_receipts_principal on share_receipts (principal_id)`.execute(db);
  await sql`
    create trigger shares_owner_id_erased before insert or update of owner_id
    on shares for each row execute function reject_erased_owner_id()`.execute(db);
  await sql`
    create trigger share_receipts_principal_id_erased before insert or update of principal_id
    on share_receipts for each row execute function reject_erased_principal_id()`.execute(db);
  await sql`
    create function delete_share_grants() returns trigger language plpgsql as $$
    begin
      delete from grants where object_type = 'share' and object_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger shares_grants after delete on shares for each row execute function delete_share_grants()`.execute(
    db,
  );
}
