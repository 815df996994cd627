import type { Db } from "../../platform/db/database.ts";

/** Finds what administrators have saved, as unvalidated JSON; null if they have not. */
export async function findAppearance(db: Db): Promise<{ value: unknown; revision: number } | null> {
  const row = await db
    .selectFrom("settings")
    .select(["value", "revision"])
    .where("name", "=", "appearance")
    .executeTakeFirst();
  return row ?? null;
}
