import { operationTexts } from "@lectern/contract";
import type { WaitingRun } from "../waiting/waitingRun.ts";
import {
  countAddedTokens,
  type EarlierRounds,
  findPause,
  type RoundsInput,
  toRoundMessages,
} from "./answerInRounds.ts";
import { type AnsweredCall, runApprovedCall, type ToolRound } from "./runToolCalls.ts";

/** Runs the approved calls of a waiting run in parallel, and returns its rounds with the results. Never rejects. */
export async function decideCalls(
  {
    run,
    emitter,
    tools,
    isSecret,
    toolSpace,
  }: Pick<RoundsInput, "run" | "emitter" | "tools" | "isSecret" | "toolSpace">,
  { rounds }: WaitingRun,
  approvedStepIds: ReadonlySet<string>,
): Promise<EarlierRounds> {
  const callCounts = new Map(Object.entries(rounds.callCounts));
  const round: ToolRound = { index: rounds.nextIndex - 1, tools, isSecret, callCounts };
  const calls = await Promise.all(
    rounds.calls.map(async (answeredCall): Promise<AnsweredCall> => {
      if (answeredCall.result) return answeredCall;
      if (approvedStepIds.has(answeredCall.stepId)) return runApprovedCall(run, emitter, answeredCall, round);
      const step = run.getAnswer().steps.find(({ id }) => id === answeredCall.stepId);
      if (step) emitter.emitStep({ ...step, state: "denied" });
      return { ...answeredCall, result: { text: operationTexts.denied, isError: true } };
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

/** Lists the ids of the steps that need a decision. */
export function listWaitingStepIds({ rounds }: WaitingRun): string[] {
  return rounds.calls.flatMap(({ stepId, result }) => (result ? [] : [stepId]));
}
