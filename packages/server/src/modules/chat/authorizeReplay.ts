import type { Actor, Platform } from "../../core/context.ts";
import type { RunKey } from "../../platform/runLog/runLog.ts";
import { authorizeVersion } from "../assistants/service.ts";
import { findAssistantOfRun } from "../usage/service.ts";

/**
 * Throws `notFound` if an assistant wrote the answer of this run, and the actor may not use it any more. The events of
 * the run are then not sent again.
 */
export async function authorizeReplay(platform: Platform, actor: Actor, run: RunKey): Promise<void> {
  const versionId = await findAssistantOfRun(platform, run);
  if (versionId !== null) await authorizeVersion(platform, actor, versionId);
}
