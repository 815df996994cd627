import type { Actor, Platform } from "../../core/context.ts";
import { assertFlag } from "../flags/service.ts";

/** Throws `forbidden` unless the person administers the site or may have API keys. */
export async function assertDocumentationReader(platform: Platform, actor: Actor): Promise<void> {
  if (!actor.isAdmin) await assertFlag(platform, actor, "apiKeys");
}
