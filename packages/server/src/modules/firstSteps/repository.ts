import type { Db, DbTransaction } from "../../platform/db/database.ts";

const name = "firstSteps";

export async function areFirstStepsHidden(db: Db): Promise<boolean> {
  return (await db.selectFrom("settings").select("name").where("name", "=", name).executeTakeFirst()) !== undefined;
}

/** Returns false if they were hidden already. */
export async function insertHidden(tx: DbTransaction, { by, now }: { by: string; now: Date }): Promise<boolean> {
  const row = await tx
    .insertInto("settings")
    .values({ name, value: JSON.stringify({ isHidden: true }), updated_at: now, updated_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning("name")
    .executeTakeFirst();
  return row !== undefined;
}
