import type { UserSettings } from "@lectern/contract";
import type { Db } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";

/** Finds a person's settings. They are unvalidated, because another version may have written them. */
export async function findUserSettings(db: Db, userId: OwnerId): Promise<unknown> {
  const row = await db.selectFrom("user_settings").select("settings").where("user_id", "=", userId).executeTakeFirst();
  return row?.settings ?? null;
}

export async function upsertUserSettings(db: Db, userId: OwnerId, settings: UserSettings, now: Date): Promise<void> {
  const row = { settings: JSON.stringify(settings), updated_at: now };
  await db
    .insertInto("user_settings")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

export async function deleteUserSettings(db: Db, userId: OwnerId): Promise<void> {
  await db.deleteFrom("user_settings").where("user_id", "=", userId).execute();
}
