import type { Db } from "../../platform/db/database.ts";

export interface FlagSettings {
  featureFlags: unknown;
  amplifyGroups: unknown;
}

/** Finds the flags and groups that administrators have configured, as unvalidated JSON. Null if there are none. */
export async function findFlagSettings(db: Db): Promise<FlagSettings> {
  const names = ["featureFlags", "amplifyGroups"];
  const rows = await db.selectFrom("settings").select(["name", "value"]).where("name", "in", names).execute();
  const findValue = (name: string) => rows.find((row) => row.name === name)?.value ?? null;
  return { featureFlags: findValue("featureFlags"), amplifyGroups: findValue("amplifyGroups") };
}
