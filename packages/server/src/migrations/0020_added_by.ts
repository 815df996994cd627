import { type Kysely, sql } from "kysely";

/**
 * Remembers who has added a member or a directory group to a group, because nobody may learn from a membership that they
 * created whether an address has an account. Of earlier ones, it was most likely the group's creator. The column refers to
 * no table: an invitation is answered although the person who sent it has been erased.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["group_members", "group_directory_groups"]) {
    await sql`alter table ${sql.table(table)} add column added_by text`.execute(db);
    await sql`
      update ${sql.table(table)} set added_by = groups.created_by
      from groups where groups.id = group_id and groups.created_by is not null`.execute(db);
  }
}
