import { type ContinueRequest, operationTexts } from "@lectern/contract";
import type { WaitingRun } from "../waiting/waitingRun.ts";
import {
  countAddedTokens,
  type EarlierRounds,
  findPause,
  type RoundsInput,
  toRoundMessages,
} from "./answerInRounds.ts";
import { type AnsweredCall, acceptBrowserCall, runApprovedCall, type ToolRound } from "./runToolCalls.ts";

/** What a person or a browser has answered for a waiting step. */
export type Decision = Omit<ContinueRequest["continueRun"]["decisions"][number], "stepId">;

/**
 * Runs the approved calls of a waiting run in parallel, takes the results of those that a browser has made, and returns its
 * rounds with the results. Never rejects.
 */
export async function decideCalls(
  {
    run,
    emitter,
    tools,
    isSecret,
    toolSpace,
  }: Pick<RoundsInput, "run" | "emitter" | "tools" | "isSecret" | "toolSpace">,
  { rounds }: WaitingRun,
  decisions: ReadonlyMap<string, Decision>,
): Promise<EarlierRounds> {
  const callCounts = new Map(Object.entries(rounds.callCounts));
  const round: ToolRound = { index: rounds.nextIndex - 1, tools, isSecret, callCounts };
  const calls = await Promise.all(
    rounds.calls.map(async (answeredCall): Promise<AnsweredCall> => {
      if (answeredCall.result) return answeredCall;
      const { isApproved, result } = decisions.get(answeredCall.stepId) ?? { isApproved: false };
      if (isApproved && result) return acceptBrowserCall(run, emitter, answeredCall, round, result);
      if (isApproved) return runApprovedCall(run, emitter, answeredCall, round);
      const step = run.getAnswer().steps.find(({ id }) => id === answeredCall.stepId);
      if (step) emitter.emitStep({ ...step, state: "denied" });
      const text = answeredCall.runsInBrowser ? stoppedText : operationTexts.denied;
      return { ...answeredCall, result: { text, isError: true } };
    }),
  );
  const space = toolSpace - countAddedTokens(rounds.messages);
  const messages = [...rounds.messages, ...toRoundMessages(rounds.output, calls, space)];
  const pause = findPause(calls);
  return {
    messages,
    nextIndex: rounds.nextIndex,
    callCounts: rounds.callCounts,
    ...(pause === null ? {} : { pause }),
  };
}

const stoppedText = "The person has stopped this call. Do not make it again; answer with what you have.";

/** Lists the calls that need a decision. */
export function listWaitingCalls({ rounds }: WaitingRun): AnsweredCall[] {
  return rounds.calls.filter(({ result }) => !result);
}
