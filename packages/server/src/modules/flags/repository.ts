import type { Db } from "../../platform/db/database.ts";

/** What an administrator has configured, as it stands in the database; null: nothing. */
export async function findFlagSettings(db: Db): Promise<unknown> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", "featureFlags").executeTakeFirst();
  return row?.value ?? null;
}
