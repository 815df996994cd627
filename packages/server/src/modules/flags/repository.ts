import type { Db } from "../../platform/db/database.ts";

/** Finds the flags that an administrator has configured, as unvalidated JSON. Null if there are none. */
export async function findConfiguredFlags(db: Db): Promise<unknown> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", "featureFlags").executeTakeFirst();
  return row?.value ?? null;
}
