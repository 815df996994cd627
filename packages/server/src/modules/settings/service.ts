import { defaultUserSettings, type FeatureOptions, UserSettings } from "@lectern/contract";
import type { Db } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";
import { findUserSettings } from "./repository.ts";

/** Returns a person's settings; the defaults if there are none, or if another version has written unknown ones. */
export async function findSettings(db: Db, userId: OwnerId): Promise<UserSettings> {
  const { success, data } = UserSettings.safeParse(await findUserSettings(db, userId));
  return success ? data : defaultUserSettings;
}

/** Returns which optional features a person has turned on. */
export async function findFeatureOptions(db: Db, userId: OwnerId): Promise<FeatureOptions> {
  return (await findSettings(db, userId)).featureOptions;
}
