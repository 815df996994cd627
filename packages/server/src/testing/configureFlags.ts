import type { FlagName } from "@lectern/contract";
import type { Db } from "../platform/db/database.ts";

/** Configures flags for everybody, in place of what was configured before. Call it before the first request. */
export async function configureFlags(db: Db, flags: Partial<Record<FlagName, boolean>>): Promise<void> {
  const value = JSON.stringify(
    Object.fromEntries(Object.entries(flags).map(([name, enabled]) => [name, { enabled, userExceptions: [] }])),
  );
  await db
    .insertInto("settings")
    .values({ name: "featureFlags", value, updated_at: new Date() })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
