import type { Actor, Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { isFlagOn } from "../flags/service.ts";
import { findAcceptedDisclosure, findRequiredDisclosure } from "./repository.ts";

const requiredVersions = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createReadCache<{ version: string | null }>(clock, { lifetimeMs: 1_000 }),
);

/** True if the actor has to accept the present version of the agreement before anything else. */
export async function mustAcceptDisclosure(platform: Platform, actor: Actor): Promise<boolean> {
  if (!(await isFlagOn(platform, actor, "dataDisclosure"))) return false;
  const required = await loadRequiredVersion(platform);
  if (required === null || required === actor.acceptedDisclosure) return false;
  // What is known of the actor may be two seconds old, and nobody is asked again right after accepting.
  return required !== (await findAcceptedDisclosure(platform.db, actor.principal.id));
}

/** Makes a new version visible in this process at once; in others it takes a second. */
export function forgetRequiredVersion(platform: Platform): void {
  requiredVersions(platform).clear();
}

async function loadRequiredVersion(platform: Platform): Promise<string | null> {
  const required = await requiredVersions(platform).get("version", async () => ({
    version: await findRequiredDisclosure(platform.db),
  }));
  return required?.version ?? null;
}
