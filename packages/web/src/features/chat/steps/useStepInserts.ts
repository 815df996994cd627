import { cancelOpenSteps, cancelRunningSteps, type Message, type ToolStep } from "@lectern/contract";
import { useCallback, useMemo } from "react";
import type { StepDecision } from "../../../entities/chat/runs/continuePost.ts";
import type { Run } from "../../../entities/chat/runs/runStore.ts";
import { toStepInserts } from "../../../entities/chat/steps/toStepInserts.tsx";
import type { MarkdownInsert } from "../../../ui/markdown/Markdown.tsx";
import type { ThreadActions } from "../messages/threadActions.ts";

interface StepInsertsOptions {
  message: Message;
  /** The run that is writing the answer; null if none is. */
  run: Run | null;
  /** True if nothing follows the answer, so that it can continue. */
  isLast: boolean;
  actions: Pick<ThreadActions, "continueAnswer">;
}

const noSteps: readonly ToolStep[] = [];

/** Returns the steps of an answer as parts of its text. */
export function useStepInserts({ message, run, isLast, actions }: StepInsertsOptions): readonly MarkdownInsert[] {
  const { steps = noSteps, end, run: lastRun } = message.data;
  const liveSteps = run?.answer.steps;
  const canContinue = isLast && lastRun !== undefined;
  const shownSteps = useMemo(() => {
    if (liveSteps || !end) return liveSteps ?? steps;
    return canContinue ? cancelRunningSteps(steps) : cancelOpenSteps(steps);
  }, [liveSteps, steps, end, canContinue]);
  const decide = useCallback(
    (decisions: StepDecision[]) => actions.continueAnswer(message, decisions),
    [actions, message],
  );
  return useMemo(() => toStepInserts(shownSteps, decide), [shownSteps, decide]);
}
