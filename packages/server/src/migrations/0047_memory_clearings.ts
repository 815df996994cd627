import { type Kysely, sql } from "kysely";

/**
 * When people have last deleted all of their memories, so that no facts are stored that were searched before.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table memory_clearings (
      owner_id text primary key references principals (id),
      cleared_at timestamptz not null
    )`.execute(db);
  await sql`
    create trigger memory_clearings_owner_id_erased before insert or update of owner_id
    on memory_clearings for each row execute function reject_erased_owner_id()`.execute(db);
}
