import type { Actor, Platform } from "../../core/context.ts";
import type { RunKey } from "../../platform/runLog/runLog.ts";
import { authorizeReplayOf } from "../assistants/service.ts";
import { findAssistantOfRun } from "../usage/service.ts";

/**
 * Throws `notFound` or `forbidden` if an assistant wrote the answer of this run, and the actor may not use it any more, or
 * not try drafts of it. The events of the run are then not sent again.
 */
export async function authorizeReplay(platform: Platform, actor: Actor, run: RunKey): Promise<void> {
  const answeredBy = await findAssistantOfRun(platform, run);
  if (answeredBy !== null) await authorizeReplayOf(platform, actor, answeredBy);
}
