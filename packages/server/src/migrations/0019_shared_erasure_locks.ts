import { type Kysely, sql } from "kysely";

/** The columns whose triggers reject erased people; see `0013_erasure_locks.ts` and `0017_assistants.ts`. */
const columns = ["owner_id", "user_id", "principal_id", "granted_by", "saved_by"];

/**
 * Lets people share the locks with which new rows are checked. A statement that gives rights to thousands of people took
 * a lock for each, and the lock table of PostgreSQL has 64 entries per connection.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of columns) {
    const value = sql`new.${sql.ref(column)}`;
    await sql`
      create or replace function ${sql.ref(`reject_erased_${column}`)}() returns trigger language plpgsql as $$
      begin
        if ${value} is null then
          return new;
        end if;
        perform pg_advisory_xact_lock_shared(714002, hashtext(${value}) & 63);
        if exists (select from users where id = ${value} and erased_at is not null) then
          raise exception 'a person of the table % has been erased', tg_table_name
            using errcode = 'foreign_key_violation';
        end if;
        return new;
      end $$`.execute(db);
  }
}
