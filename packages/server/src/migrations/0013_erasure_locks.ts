import { type Kysely, sql } from "kysely";

/** The columns whose triggers reject erased people; see `0008_access.ts`. */
const columns = ["owner_id", "user_id", "principal_id", "granted_by"];

/**
 * Makes the check of new rows cheaper, which each question pays twice: an advisory lock in memory instead of a lock of
 * the person's row, which writes the row. The first number is the class of these locks; `emptyPerson` takes the
 * exclusive one. A volatile function reads what has been committed when the lock is granted.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of columns) {
    await sql`
      create or replace function ${sql.ref(`reject_erased_${column}`)}() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(714002, hashtext(new.${sql.ref(column)}));
        if exists (select from users where id = new.${sql.ref(column)} and erased_at is not null) then
          raise exception 'a person of the table % has been erased', tg_table_name
            using errcode = 'foreign_key_violation';
        end if;
        return new;
      end $$`.execute(db);
  }
}
