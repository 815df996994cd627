import { configSchemas, type PromptCostAlertConfig, type PublicConfig } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import type { Db } from "../../platform/db/database.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { findSetting } from "./repository.ts";

const cachedAlert = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createReadCache<{ alert: PublicConfig["promptCostAlert"] }>(clock, { lifetimeMs: 1_000 }),
);

/** Returns what browsers ask before an expensive message is sent; null: nothing. */
export async function findCostAlert(
  platform: Pick<Platform, "db" | "clock" | "state">,
): Promise<PublicConfig["promptCostAlert"]> {
  const cached = await cachedAlert(platform).get("alert", async () => {
    const stored = await findStoredCostAlert(platform.db);
    return { alert: stored?.isActive ? { message: stored.alertMessage, cost: stored.cost } : null };
  });
  return cached?.alert ?? null;
}

/** Makes a saved alert visible in this process at once; in others it takes a second. */
export function forgetCostAlert(platform: Pick<Platform, "clock" | "state">): void {
  cachedAlert(platform).clear();
}

/** Finds what administrators have saved; null if they have not. */
export async function findStoredCostAlert(db: Db): Promise<PromptCostAlertConfig | null> {
  return configSchemas.promtCostAlert.safeParse(await findSetting(db, "promtCostAlert")).data ?? null;
}
