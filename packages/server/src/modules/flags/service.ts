import type { Flags } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { decideFlags } from "./decideFlags.ts";
import { findFlagSettings } from "./repository.ts";

/** Loads the settings and decides which features are on for this person. */
export async function loadFlags(platform: Platform, actor: Actor): Promise<Flags> {
  return decideFlags(actor, await findFlagSettings(platform.db));
}

/** Like `loadFlags`, but caches the settings for a second. */
export function createFlagLoader({ db, clock }: Platform): (actor: Actor) => Promise<Flags> {
  const settingsCache = createReadCache<{ value: unknown }>(clock);
  return async (actor) => {
    const cachedSettings = await settingsCache.get("flags", async () => ({ value: await findFlagSettings(db) }));
    return decideFlags(actor, cachedSettings?.value);
  };
}
