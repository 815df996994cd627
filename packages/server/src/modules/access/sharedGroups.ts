import { type RawBuilder, sql } from "kysely";
import { type Subject, selectDirectoryGroupIds } from "./memberships.ts";

/**
 * A condition on the table `users`: the person, whose address is verified, belongs to a group to which the subject
 * belongs, too, because they were added or are in a directory group. That a group is public connects nobody.
 */
export function sharesGroupWith({ principalId, email }: Subject): RawBuilder<boolean> {
  const groups = sql`
    select id from groups where deleted_at is null and (
      id in (select group_id from group_members where principal_id = ${principalId})
      or id in (
        select group_id from group_directory_groups where directory_group_id in (${selectDirectoryGroupIds(email)})
      )
    )`;
  return sql<boolean>`(
    users.id in (select principal_id from group_members where principal_id is not null and group_id in (${groups}))
    or users.email in (
      with recursive included (id) as (
        select directory_group_id from group_directory_groups where group_id in (${groups})
        union
        select directory_group_includes.included_id from directory_group_includes
        join included on directory_group_includes.directory_group_id = included.id
      ) select directory_group_members.email from directory_group_members where directory_group_id in (select id from included)
    )
  )`;
}
