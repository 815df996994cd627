import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { type Subject, selectGroupLevels } from "./memberships.ts";
import { getTable, type ObjectType } from "./objectTypes.ts";
import type { Role } from "./roles.ts";
import { selectRole } from "./scope.ts";

/** Finds the subject's role for an object, as `selectRole` describes. Null if there is none, or no such object. */
export async function findObjectRole(
  db: Db,
  subject: Subject,
  { type, id }: { type: ObjectType; id: string },
): Promise<Role | null> {
  const table = sql.table(getTable(type));
  const { rows } = await sql<{ role: Role | null }>`
    with my_groups as materialized (${selectGroupLevels(subject)})
    select ${selectRole(subject, type, sql`my_groups`)} as role from ${table} where ${table}.id = ${id}`.execute(db);
  return rows[0]?.role ?? null;
}
