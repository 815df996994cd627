import { type Kysely, sql } from "kysely";

/**
 * The accounts that people's model calls are charged to. The same account may be on the list of many people, each with a
 * limit of their own, so a usage row also says on whose list it was.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      owner_id text not null references principals (id),
      id text not null,
      name text not null,
      period text not null,
      rate numeric not null,
      is_default boolean not null,
      position integer not null,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`
    create trigger accounts_owner_id_erased before insert or update of owner_id
    on accounts for each row execute function reject_erased_owner_id()`.execute(db);
  await sql`create unique index accounts_default on accounts (owner_id) where is_default`.execute(db);
  await sql`alter table groups add column limit_period text, add column limit_rate numeric`.execute(db);
  await sql`alter table conversations add column account_id text`.execute(db);
  await sql`alter table usage add column account_owner_id text`.execute(db);
  await sql`
    create index usage_account_spending on usage (account_owner_id, account_id, opened_at)
      include (cost, reserved_cost, settled_at)`.execute(db);
  await sql`
    create index usage_group_spending on usage (group_id, opened_at)
      include (cost, reserved_cost, settled_at) where group_id is not null`.execute(db);
}
