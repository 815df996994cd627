import type { Flags } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { decideFlags } from "./decideFlags.ts";
import { findConfiguredFlags } from "./repository.ts";

/** Loads the configured flags and decides which features are on for this person. */
export async function loadFlags(platform: Platform, actor: Actor): Promise<Flags> {
  return decideFlags(actor, await findConfiguredFlags(platform.db));
}

/** Creates a variant of `loadFlags` that caches the configured flags for a second. */
export function createFlagLoader({ db, clock }: Platform): (actor: Actor) => Promise<Flags> {
  const flagCache = createReadCache<{ value: unknown }>(clock);
  return async (actor) => {
    const cachedFlags = await flagCache.get("flags", async () => ({ value: await findConfiguredFlags(db) }));
    return decideFlags(actor, cachedFlags?.value);
  };
}
