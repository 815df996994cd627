import type { Flags } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";

/** Which features are on for this person. */
export async function flagsFor(_platform: Platform, _actor: Actor): Promise<Flags> {
  throw new Error("flagsFor");
}
