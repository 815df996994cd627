import { type Kysely, sql } from "kysely";

/**
 * The API keys. The secret is stored as a keyed hash, by which it is found, and sealed, so that it can be shown again.
 * `owner_id`: who created it, or the group whose key it is; their list has the account that pays. `principal_id`: for
 * whom it acts; null until the person to whom it was delegated has signed in with `delegate_email`.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      id text primary key,
      owner_id text not null references principals (id),
      kind text not null check (kind in ('personal', 'delegate', 'system')),
      principal_id text references principals (id),
      delegate_email text,
      group_id text references groups (id),
      account_id text not null,
      name text not null,
      description text not null,
      key_hash text not null,
      sealed_key text not null,
      scopes jsonb not null,
      limit_period text not null,
      limit_rate numeric not null,
      expires_on date,
      created_at timestamptz not null,
      last_used_at timestamptz,
      deactivated_at timestamptz,
      reason text check (reason in ('deactivated', 'leaked', 'replaced')),
      check ((principal_id is null) = (delegate_email is not null)),
      check (delegate_email is null or kind = 'delegate'),
      check ((deactivated_at is null) = (reason is null))
    )`.execute(db);
  await sql`create unique index api_keys_hash on api_keys (key_hash)`.execute(db);
  await sql`create index api_keys_owner on api_keys (owner_id)`.execute(db);
  await sql`create index api_keys_principal on api_keys (principal_id)`.execute(db);
  await sql`create index api_keys_delegate_email on api_keys (delegate_email) where delegate_email is not null`.execute(
    db,
  );
  await sql`create index api_keys_group on api_keys (group_id) where group_id is not null`.execute(db);
  for (const column of ["owner_id", "principal_id"]) {
    await sql`
      create trigger ${sql.ref(`api_keys_${column}_erased`)} before insert or update of ${sql.ref(column)}
      on api_keys for each row execute function ${sql.ref(`reject_erased_${column}`)}()`.execute(db);
  }
  // The other credentials have the id of their principal.
  await sql`
    create index usage_keys on usage (credential_id, opened_at)
      include (cost, reserved_cost, settled_at) where credential_id <> user_id`.execute(db);
}
