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
  // What was opened before.
  await sql`
    insert into received_prompts (owner_id, prompt_id)
    select distinct principal_id, prompt_id
    from share_receipts
    join shares on shares.id = share_id
    cross join lateral unnest(prompt_ids) as prompt_id
    where coalesce(opened_at, imported_at) is not null and prompt_id is not null
      and not exists (select from users where users.id = principal_id and erased_at is not null)`.execute(db);
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
