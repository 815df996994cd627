import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { RightsOf } from "./memberships.ts";
import { getTable, type ObjectType, type VerbOf } from "./objectTypes.ts";
import { isVisibleTo } from "./scope.ts";

/** Objects that an actor uses. */
export interface VisibilityQuestion {
  actor: RightsOf;
  ids: readonly string[];
}

/** Finds out in one statement, for each question, if the actor may do this to all of the objects. */
export async function areVisible<Type extends ObjectType>(
  db: Db,
  type: Type,
  verb: VerbOf<Type>,
  questions: readonly VisibilityQuestion[],
): Promise<boolean[]> {
  if (questions.length === 0) return [];
  const rows = questions.map(({ actor: { principal, verifiedEmail, isAdmin }, ids }, index) => ({
    index,
    principal_id: principal.id,
    email: verifiedEmail,
    is_site_admin: isAdmin,
    ids,
  }));
  const subject = {
    principalId: sql<string>`question.principal_id`,
    email: sql<string | null>`question.email`,
    isSiteAdmin: sql<boolean>`question.is_site_admin`,
  };
  const table = sql.table(getTable(type));
  const { rows: denied } = await sql<{ index: number }>`
    select question.index
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as question (index integer, principal_id text, email text, is_site_admin boolean, ids jsonb)
    where exists (
      select from jsonb_array_elements_text(question.ids) as wanted (id)
      where not exists (
        select from ${table} where ${table}.id = wanted.id and ${isVisibleTo(subject, type, verb)}
      )
    )`.execute(db);
  const deniedIndexes = new Set(denied.map(({ index }) => index));
  return questions.map((_question, index) => !deniedIndexes.has(index));
}
