import { limits, type PythonFunction } from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** Stores a function in place of one of the same name. Returns false if its owner has as many as one may have. */
export async function upsertPythonFunction(
  db: Db,
  { ownerId, name, code, now }: { ownerId: string; name: string; code: string; now: Date },
): Promise<boolean> {
  // Requests at the same time may exceed the limit by a few.
  const { rows } = await sql`
    insert into python_functions (owner_id, name, code, updated_at)
    select ${ownerId}, ${name}::text, ${code}::text, ${now}::timestamptz
    where (select count(*) from python_functions where owner_id = ${ownerId} and name <> ${name}::text)
      < ${limits.pythonFunctions}::integer
    on conflict (owner_id, name) do update set code = excluded.code, updated_at = excluded.updated_at
    returning name`.execute(db);
  return rows.length > 0;
}

export async function selectPythonFunctions(db: Db, ownerId: string): Promise<PythonFunction[]> {
  const rows = await db
    .selectFrom("python_functions")
    .select(["name", "code", "updated_at"])
    .where("owner_id", "=", ownerId)
    .orderBy("name")
    .execute();
  return rows.map(({ updated_at, ...fields }) => ({ ...fields, updatedAt: updated_at.toISOString() }));
}

export async function deletePythonFunction(db: Db, ownerId: string, name: string): Promise<void> {
  await db.deleteFrom("python_functions").where("owner_id", "=", ownerId).where("name", "=", name).execute();
}

/** Deletes all functions of an erased person. */
export async function deletePythonFunctions(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom("python_functions").where("owner_id", "=", ownerId).execute();
}
