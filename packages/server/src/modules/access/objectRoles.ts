import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { type Subject, selectGroupLevels } from "./memberships.ts";
import { type Role, roleOfGroupLevel, roles } from "./roles.ts";

/** An object that somebody owns. `type` is that of its grants, such as `file`. */
export interface OwnedObject {
  type: string;
  id: string;
  ownerId: string;
}

/**
 * Finds the subject's role for an object: `admin` for the owner, else the highest of the grants to the subject and to
 * the subject's groups. The object of a group takes no grants: the level in the group decides. Null if there is none.
 */
export async function findObjectRole(db: Db, subject: Subject, object: OwnedObject): Promise<Role | null> {
  const { rows } = await sql<{ rank: number | null }>`
    with my_groups as materialized (${selectGroupLevels(subject)})
    select max(rank) as rank from (
      select ${sql.lit(roles.length)} as rank where ${object.ownerId}::text = ${subject.principalId}::text
      union all
      select ${selectRank(sql`role`)} from grants
      where object_type = ${object.type} and object_id = ${object.id} and (
        principal_id = ${subject.principalId} or principal_id in (select group_id from my_groups)
      )
      union all
      select ${selectRank(sql`${JSON.stringify(roleOfGroupLevel)}::jsonb ->> level`)} from my_groups
      where group_id = ${object.ownerId}
    ) as candidate`.execute(db);
  const rank = rows[0]?.rank ?? 0;
  return roles[rank - 1] ?? null;
}

const selectRank = (role: RawBuilder<unknown>) => sql`array_position(${[...roles]}::text[], ${role})`;
