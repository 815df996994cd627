import type { Flags } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { decideFlags } from "./decideFlags.ts";
import { findGroupNames } from "./findGroupNames.ts";
import { type FlagSettings, findFlagSettings } from "./repository.ts";

/** Loads the configured flags and decides which features are on for this person. */
export async function loadFlags(platform: Platform, actor: Actor): Promise<Flags> {
  return decide(actor, await findFlagSettings(platform.db));
}

/** Creates a variant of `loadFlags` that caches the configured flags for a second. */
export function createFlagLoader({ db, clock }: Platform): (actor: Actor) => Promise<Flags> {
  const settingsCache = createReadCache<FlagSettings>(clock);
  return async (actor) => decide(actor, await settingsCache.get("flags", () => findFlagSettings(db)));
}

function decide(actor: Actor, settings: FlagSettings | null): Flags {
  return decideFlags(actor, settings?.featureFlags, findGroupNames(actor.email, settings?.amplifyGroups));
}
