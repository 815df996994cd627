import { type Kysely, sql } from "kysely";

/**
 * The accounts at other providers that people have connected, and connections that people have started. What is sealed
 * is encrypted with the ids of its person and its integration.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table integration_connections (
      owner_id text not null references principals (id),
      integration_id text not null,
      client_id text not null,
      subject text not null,
      account text,
      scopes jsonb not null,
      sealed_tokens text not null,
      expires_at timestamptz not null,
      needs_reconnect boolean not null default false,
      refresh_locked_until timestamptz,
      connected_at timestamptz not null,
      primary key (owner_id, integration_id)
    )`.execute(db);
  await sql`create index integration_connections_subject on integration_connections (subject)`.execute(db);
  await sql`
    create table integration_attempts (
      owner_id text not null references principals (id),
      integration_id text not null,
      session_id text not null,
      state_hash text not null,
      sealed_attempt text not null,
      expires_at timestamptz not null,
      primary key (owner_id, integration_id)
    )`.execute(db);
  for (const table of ["integration_connections", "integration_attempts"]) {
    await sql`
      create trigger ${sql.ref(`${table}_owner_id_erased`)} before insert or update of owner_id
      on ${sql.table(table)} for each row execute function reject_erased_owner_id()`.execute(db);
  }
}
