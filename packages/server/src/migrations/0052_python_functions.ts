import { type Kysely, sql } from "kysely";

/**
 * Functions in Python that people have saved.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table python_functions (
      owner_id text not null references principals (id),
      name text not null,
      code text not null,
      updated_at timestamptz not null,
      primary key (owner_id, name)
    )`.execute(db);
  await sql`
    create trigger python_functions_owner_id_erased before insert or update of owner_id
    on python_functions for each row execute function reject_erased_owner_id()`.execute(db);
}
