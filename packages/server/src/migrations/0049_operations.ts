import { type Kysely, sql } from "kysely";

/**
 * The operations that site administrators register for assistants. `sealed_secret` is the token or the password,
 * encrypted with the id and the origin of the URL.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operations (
      id text primary key,
      url text not null,
      method text not null,
      description text not null,
      params jsonb not null,
      tags jsonb not null,
      data jsonb not null,
      auth_type text not null,
      auth_username text not null,
      sealed_secret text,
      registered_by text not null references principals (id),
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
}
