import type { ContinueRequest } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import { assertResultFiles } from "../../codeInterpreter/service.ts";
import type { Continuation } from "../rounds/continuation.ts";
import { type Decision, decideCalls, listWaitingCalls } from "../rounds/decideCalls.ts";
import { toAnswerEvents } from "../rounds/toAnswerEvents.ts";
import type { WaitingRun } from "./waitingRun.ts";
import { findWaiting, takeWaitingRun } from "./waitingRuns.ts";

/**
 * Finds a run that waits for this person, with its turn. Throws `notFound` if there is none, and `invalidInput` unless
 * there is one decision for each step that waits, with what a browser has returned for the steps that run there.
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
  const decisionsByStep = new Map(decisions.map(({ stepId, ...decision }) => [stepId, decision]));
  await checkDecisions(platform, actor, waiting, decisionsByStep, decisions.length);
  const continuation: Continuation = {
    needsTools: true,
    take: async (platform, actor, requestId) => ({
      branch: await takeWaitingRun(platform, actor, waiting, requestId),
      // The next round's text has another source, so it starts a new paragraph.
      events: toAnswerEvents(waiting.answer, String(waiting.rounds.nextIndex - 1)),
      overlapFilter: null,
      framedMessages: [],
      getEarlierRounds: (input) => decideCalls(input, waiting, decisionsByStep),
    }),
  };
  return { turn: waiting.turn, continuation };
}

/** Checks the decisions before the waiting run is taken, so that they can be corrected. */
async function checkDecisions(
  platform: Platform,
  actor: Actor,
  waiting: WaitingRun,
  decisions: ReadonlyMap<string, Decision>,
  count: number,
): Promise<void> {
  const calls = listWaitingCalls(waiting);
  if (count !== calls.length || !calls.every(({ stepId }) => decisions.has(stepId)))
    throw createDecisionsError("must contain one decision for each waiting step");
  for (const { stepId, runsInBrowser } of calls) {
    const { isApproved, result } = decisions.get(stepId) ?? {};
    if ((result !== undefined) !== (runsInBrowser === true && isApproved === true))
      throw createDecisionsError("must have the results of exactly those approved steps that run in a browser");
    if (result) await assertResultFiles(platform, actor, waiting.turn, result);
  }
}

const createDecisionsError = (message: string) =>
  new AppError("invalidInput", { issues: [{ path: "continueRun.decisions", message }] });
