import { sql } from "kysely";
import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../platform/db/database.ts";
import { tables, visibleTo } from "./scope.ts";
import type { ObjectType, VerbOf } from "./verbs.ts";

/** Returns true if the actor may do this to all of the objects. */
export async function areVisible<Type extends ObjectType>(
  db: Db,
  actor: Pick<Actor, "principal" | "verifiedEmail">,
  type: Type,
  verb: VerbOf<Type>,
  ids: readonly string[],
): Promise<boolean> {
  const uniqueIds = [...new Set(ids)];
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(tables[type])}
    where id = any(${uniqueIds}::text[]) and ${visibleTo(actor, type, verb).where}`.execute(db);
  return rows[0]?.count === uniqueIds.length;
}
