import type { Db, DbTransaction } from "../../platform/db/database.ts";

/** Finds the flags that administrators have configured, as unvalidated JSON; null if there are none. */
export async function findFlagSettings(db: Db): Promise<unknown> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", "featureFlags").executeTakeFirst();
  return row?.value ?? null;
}

export async function storeFlagSettings(tx: DbTransaction, flags: object): Promise<void> {
  await tx
    .updateTable("settings")
    .set({ value: JSON.stringify(flags) })
    .where("name", "=", "featureFlags")
    .execute();
}
