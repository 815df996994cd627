import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import { choosePayer } from "../accounts/service.ts";
import { type OngoingWork, trackWork } from "../revocation/service.ts";
import { requireSpendingLeft } from "../usage/service.ts";
import type { ChatServices } from "./chatServices.ts";
import { listTurnScopes } from "./listTurnScopes.ts";
import type { Continuation } from "./rounds/continuation.ts";
import { type RunRights, runChat } from "./runChat.ts";
import { authorize } from "./steps/authorize.ts";
import { limitLiveRuns } from "./steps/limitLiveRuns.ts";

/**
 * Starts a run, which continues without the client and writes its events to the run log. Starts nothing if the log of
 * this process already has the user's run with this request id. Throws `unavailable` during a shutdown, and the errors
 * of `choosePayer`, `authorize`, `requireSpendingLeft` and `limitLiveRuns`; every later failure ends the run.
 */
export async function startRun(
  services: ChatServices,
  caller: Actor,
  turn: ChatTurn,
  continuation: Continuation | null = null,
): Promise<void> {
  const { runLog, clock, log } = services.platform;
  if (runLog.isShuttingDown()) {
    const userMessage = "The server is about to restart. Please try again in a minute.";
    throw new AppError("unavailable", { userMessage, headers: { "retry-after": "10" } });
  }
  const [actor, { model, assistant }] = await Promise.all([
    choosePayer(services.platform, caller, turn.accountId ?? null),
    authorize(services, caller, turn),
  ]);
  // Before the answer is taken: it stays as it is if it cannot continue, and an approved call must not run.
  if (continuation) await requireSpendingLeft(services.platform, actor, model);
  const { requestId, conversationId } = turn;
  limitLiveRuns(services.platform, actor, requestId);
  const writer = runLog.start({ userId: actor.principal.id, requestId, conversationId, startedAt: clock.now() });
  if (!writer) return;
  const stop = () => {
    // A run that has just ended here is searched for in the other processes, which may be out of reach.
    runLog.stop({ userId: actor.principal.id, requestId }).catch((error: unknown) => {
      log.warn({ err: error, requestId }, "an answer could not be stopped");
    });
  };
  const rights: RunRights = {
    actor,
    needsSession: false,
    keyScopes: listTurnScopes(turn),
    fileIds: [],
    assistant: toAssistantUse(assistant),
    modelId: model.id,
    lost: null,
    end: (lost) => {
      rights.lost = lost;
      stop();
    },
  };
  const untrack = trackWork(services.platform, rights);
  runLog.track(runChat(services, { actor, turn, model, assistant, writer, rights, continuation }).finally(untrack));
}

/** Returns what the person must still be allowed to do with the assistant while it answers. */
function toAssistantUse(assistant: AppliedAssistant | null): OngoingWork["assistant"] {
  if (!assistant || assistant.id === null) return null;
  const { id, versionId, isConfidential } = assistant;
  // An answer that is not confidential may show how the assistant is made, and only who could save a draft may try it.
  return { id, verb: versionId === null ? "save" : isConfidential ? "use" : "read" };
}
