import { cancelOpenSteps, cancelRunningSteps, type Message, type ToolStep } from "@lectern/contract";
import { useCallback, useMemo } from "react";
import type { StepDecision } from "../../../entities/chat/runs/continuePost.ts";
import type { Run } from "../../../entities/chat/runs/runStore.ts";
import { toStepInserts } from "../../../entities/chat/steps/toStepInserts.tsx";
import type { MarkdownInsert } from "../../../ui/markdown/Markdown.tsx";
import type { ThreadChanges } from "../messages/threadActions.ts";

interface StepInsertsOptions {
  message: Message;
  /** The run that is writing the answer; null if none is. */
  run: Run | null;
  /** True if nothing follows the answer, so that it can continue. */
  isLast: boolean;
  /** Null: the thread can only be read. */
  changes: Pick<ThreadChanges, "continueAnswer"> | null;
}

const noSteps: readonly ToolStep[] = [];

/** Returns the steps of an answer as parts of its text. */
export function useStepInserts({ message, run, isLast, changes }: StepInsertsOptions): readonly MarkdownInsert[] {
  const { steps = noSteps, end, run: lastRun } = message.data;
  const liveSteps = run?.answer.steps;
  const canContinue = changes !== null && isLast && lastRun !== undefined;
  const isReadOnly = changes === null;
  const shownSteps = useMemo(() => {
    if (liveSteps || !(end || isReadOnly)) return liveSteps ?? steps;
    return canContinue ? cancelRunningSteps(steps) : cancelOpenSteps(steps);
  }, [liveSteps, steps, end, isReadOnly, canContinue]);
  const decide = useCallback(
    // Without changes, no step waits for a decision.
    async (decisions: StepDecision[]) => changes?.continueAnswer(message, decisions) ?? null,
    [changes, message],
  );
  return useMemo(() => toStepInserts(shownSteps, decide), [shownSteps, decide]);
}
