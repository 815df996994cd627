import type { Flags } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { createRecentReads } from "../../platform/recentReads.ts";
import { decideFlags } from "./decideFlags.ts";
import { findFlagSettings } from "./repository.ts";

/** Which features are on for this person. */
export async function loadFlags(platform: Platform, actor: Actor): Promise<Flags> {
  return decideFlags(actor, await findFlagSettings(platform.db));
}

/** Decides as `loadFlags` does, with settings that are at most a second old. */
export function createFlagLoader({ db, clock }: Platform): (actor: Actor) => Promise<Flags> {
  const settings = createRecentReads<{ value: unknown }>(clock);
  return async (actor) => {
    const found = await settings.get("flags", async () => ({ value: await findFlagSettings(db) }));
    return decideFlags(actor, found?.value);
  };
}
