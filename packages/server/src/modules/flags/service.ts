import type { Flags } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { decideFlags } from "./decideFlags.ts";
import { findFlagSettings } from "./repository.ts";

/** Which features are on for this person. */
export async function flagsFor(platform: Platform, actor: Actor): Promise<Flags> {
  return decideFlags(actor, await findFlagSettings(platform.db));
}
