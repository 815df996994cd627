import { type Kysely, sql } from "kysely";

/**
 * The grants of a file end with it, whoever deletes it: the server, an erasure, or an earlier version that runs alongside.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function delete_file_grants() returns trigger language plpgsql as $$
    begin
      delete from grants where object_type = 'file' and object_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger files_grants after delete on files for each row execute function delete_file_grants()`.execute(db);
  await sql`
    delete from grants where object_type = 'file' and not exists (select from files where files.id = object_id)`.execute(
    db,
  );
}
