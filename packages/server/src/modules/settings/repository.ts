import type { UserSettings } from "@lectern/contract";
import type { Db } from "../../platform/db/database.ts";

/** Finds a person's settings. They are unvalidated, because another version may have written them. */
export async function findUserSettings(db: Db, userId: string): Promise<unknown> {
  const row = await db.selectFrom("user_settings").select("settings").where("user_id", "=", userId).executeTakeFirst();
  return row?.settings ?? null;
}

export async function upsertUserSettings(db: Db, userId: string, settings: UserSettings, now: Date): Promise<void> {
  const row = { settings: JSON.stringify(settings), updated_at: now };
  await db
    .insertInto("user_settings")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}
