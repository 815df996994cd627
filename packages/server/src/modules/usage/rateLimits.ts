import { configSchemas, type RateLimit } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import type { Db } from "../../platform/db/database.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { findSetting } from "./repository.ts";

const cachedLimits = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createReadCache<readonly RateLimit[]>(clock, { lifetimeMs: 1_000 }),
);

/** Lists the limits on the cost of each person's calls: those of the environment, or else what administrators have saved. */
export async function listRateLimits({
  config,
  ...platform
}: Pick<Platform, "config" | "db" | "clock" | "state">): Promise<readonly RateLimit[]> {
  if (config.rateLimits.length > 0) return config.rateLimits;
  const limits = await cachedLimits(platform).get("all", async () => {
    const limit = await findStoredRateLimit(platform.db);
    return limit ? [limit] : [];
  });
  return limits ?? [];
}

/** Makes a saved limit effective in this process at once; in others it takes a second. */
export function forgetRateLimits(platform: Pick<Platform, "clock" | "state">): void {
  cachedLimits(platform).clear();
}

/** Finds the limit that administrators have saved; null if they have not. */
export async function findStoredRateLimit(db: Db): Promise<RateLimit | null> {
  return configSchemas.rateLimit.safeParse(await findSetting(db, "rateLimit")).data ?? null;
}
