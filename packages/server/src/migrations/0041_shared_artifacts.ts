import { type Kysely, sql } from "kysely";

/**
 * A copy that was made to be shared ends with the last right to it, because nobody can reach it any more.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function delete_unshared_artifact() returns trigger language plpgsql as $$
    begin
      delete from saved_artifacts where id = old.object_id and not is_listed
        and not exists (select from grants where object_type = 'artifact' and object_id = old.object_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger grants_artifact after delete on grants
    for each row when (old.object_type = 'artifact') execute function delete_unshared_artifact()`.execute(db);
}
