import type { ContinueRequest } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import type { Continuation } from "../rounds/continuation.ts";
import { decideCalls, listWaitingStepIds } from "../rounds/decideCalls.ts";
import { toAnswerEvents } from "../rounds/toAnswerEvents.ts";
import { findWaiting, takeWaitingRun } from "./waitingRuns.ts";

/**
 * Finds a run that waits for this person, with its turn. Throws `notFound` if there is none, and `invalidInput` unless
 * there is one decision for each step that waits.
 */
export async function findContinuation(
  platform: Platform,
  actor: Actor,
  runId: string,
  decisions: ContinueRequest["continueRun"]["decisions"],
): Promise<{ turn: ChatTurn; continuation: Continuation }> {
  const waiting = await findWaiting(platform, actor, runId);
  if (!waiting) {
    const userMessage =
      "This approval is no longer possible: it was given elsewhere, or the server has restarted since. Please ask again.";
    throw new AppError("notFound", { userMessage });
  }
  const decisionsByStep = new Map(decisions.map(({ stepId, isApproved }) => [stepId, isApproved]));
  const waitingStepIds = listWaitingStepIds(waiting);
  const isComplete = waitingStepIds.every((stepId) => decisionsByStep.has(stepId));
  if (!isComplete || decisions.length !== waitingStepIds.length) {
    const issue = { path: "continueRun.decisions", message: "must contain one decision for each waiting step" };
    throw new AppError("invalidInput", { issues: [issue] });
  }
  const approvedStepIds = new Set(waitingStepIds.filter((stepId) => decisionsByStep.get(stepId)));
  const continuation: Continuation = {
    needsTools: true,
    take: async (platform, actor, requestId) => ({
      branch: await takeWaitingRun(platform, actor, waiting, requestId),
      // The next round's text has another source, so it starts a new paragraph.
      events: toAnswerEvents(waiting.answer, String(waiting.rounds.nextIndex - 1)),
      overlapFilter: null,
      framedMessages: [],
      getEarlierRounds: (input) => decideCalls(input, waiting, approvedStepIds),
    }),
  };
  return { turn: waiting.turn, continuation };
}
