import { type Kysely, sql } from "kysely";

/**
 * What people import: which prompts they have received in snapshots, so that the server knows imported ones by their
 * ids, and the workspaces of an earlier product.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shares add column prompt_ids text[] not null default '{}'`.execute(db);
  await sql`
    update shares set prompt_ids = array(
      select prompt ->> 'id' from json_array_elements(content::json -> 'prompts') as prompt
    )`.execute(db);
  await sql`alter table shares add column file_ids text[] not null default '{}'`.execute(db);
  await sql`
    create table received_prompts (
      owner_id text not null references principals (id),
      prompt_id text not null,
      primary key (owner_id, prompt_id)
    )`.execute(db);
  await sql`
    create trigger received_prompts_owner_id_erased before insert or update of owner_id
    on received_prompts for each row execute function reject_erased_owner_id()`.execute(db);
  // By address, because the operator imports them before people sign in.
  await sql`
    create table legacy_workspaces (
      email text not null,
      key text not null,
      note text not null,
      shared_at timestamptz not null,
      details jsonb not null,
      content text not null,
      primary key (email, key)
    )`.execute(db);
}
