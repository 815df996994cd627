import type { ContinueRequest } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { type Continuation, listWaitingStepIds } from "../rounds/decideCalls.ts";
import { findWaiting } from "./waitingRuns.ts";

/**
 * Finds a run that waits for this person. Throws `notFound` if there is none, and `invalidInput` unless there is one
 * decision for each step that waits.
 */
export async function findContinuation(
  platform: Platform,
  actor: Actor,
  runId: string,
  decisions: ContinueRequest["continueRun"]["decisions"],
): Promise<Continuation> {
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
  return { waiting, approvedStepIds: new Set(waitingStepIds.filter((stepId) => decisionsByStep.get(stepId))) };
}
