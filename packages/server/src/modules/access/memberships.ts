import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../platform/db/database.ts";
import type { GroupLevel } from "../../platform/db/schema.ts";

/**
 * Whose memberships are computed. `email` is the verified address in lower case; null if there is none. Each can be an
 * expression, for use inside another statement.
 */
export interface Subject {
  principalId: string | RawBuilder<string>;
  email: string | null | RawBuilder<string | null>;
  isSiteAdmin: boolean | RawBuilder<boolean>;
}

/** What rights follow from. */
export type RightsOf = Pick<Actor, "principal" | "verifiedEmail" | "isAdmin">;

/** The subject of an actor's rights. */
export function getSubject({ principal, verifiedEmail, isAdmin }: RightsOf): Subject {
  return { principalId: principal.id, email: verifiedEmail, isSiteAdmin: isAdmin };
}

export interface GroupMembership {
  group_id: string;
  level: GroupLevel;
}

/**
 * Selects each group that the subject belongs to once, with the highest of the stored level, `read` for a public group,
 * `read` through a directory group, and `admin` in the built-in group for site administrators. Deleted groups are left
 * out. For use inside another statement, as `(…) as membership (group_id, level)`.
 */
export function selectGroupLevels({ principalId, email, isSiteAdmin }: Subject): RawBuilder<GroupMembership> {
  const builtInGroup = sql`union all select id, 3 from groups where is_built_in and ${isSiteAdmin}`;
  return sql<GroupMembership>`
    select groups.id as group_id, (array['read', 'write', 'admin'])[max(candidate.rank)] as level
    from (
      select group_id, array_position(array['read', 'write', 'admin'], level) as rank
      from group_members where principal_id = ${principalId}
      union all
      select id, 1 from groups where is_public and deleted_at is null
      union all
      select group_id, 1 from group_directory_groups
      where directory_group_id in (${selectDirectoryGroupIds(email)})
      ${isSiteAdmin === false ? sql`` : builtInGroup}
    ) as candidate (group_id, rank)
    join groups on groups.id = candidate.group_id and groups.deleted_at is null
    group by groups.id`;
}

/** Lists the groups that the subject belongs to, as `selectGroupLevels` describes. */
export async function findGroupLevels(db: Db, subject: Subject): Promise<ReadonlyMap<string, GroupLevel>> {
  const { rows } = await selectGroupLevels(subject).execute(db);
  return new Map(rows.map(({ group_id, level }) => [group_id, level]));
}

/**
 * Selects the names of the directory groups that contain an address, for use inside another statement, of which `email`
 * may be an expression.
 */
export function selectDirectoryGroupNames(
  email: string | null | RawBuilder<string | null>,
): RawBuilder<{ name: string }> {
  return sql<{ name: string }>`select name from directory_groups where id in (${selectDirectoryGroupIds(email)})`;
}

/** Lists the names of the directory groups that contain a verified address in lower case, directly or nested. */
export async function findDirectoryGroupNames(db: Db, email: string | null): Promise<ReadonlySet<string>> {
  const { rows } = await selectDirectoryGroupNames(email).execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Selects the directory groups that contain an address, directly or nested, for use inside another statement. Starts
 * at the lists with the address, so the number of addresses in a list does not matter. Ends in circles, too.
 */
export function selectDirectoryGroupIds(email: string | null | RawBuilder<string | null>): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    with recursive containing (id) as (
      select directory_group_id from directory_group_members where email = (${email})::text
      union
      select directory_group_includes.directory_group_id from directory_group_includes
      join containing on directory_group_includes.included_id = containing.id
    ) select id from containing`;
}
