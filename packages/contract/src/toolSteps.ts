import type { MessageData, ToolStep } from "./messages.ts";

/** True if the answer has a step that a person has to approve before the answer continues. */
export function hasWaitingStep({ steps = [] }: Pick<MessageData, "steps">): boolean {
  return steps.some(({ state }) => state === "waiting");
}

/** Returns the steps of an answer that has ended: nothing runs any more. */
export function cancelRunningSteps(steps: readonly ToolStep[]): ToolStep[] {
  return steps.map((step) => (step.state === "running" ? { ...step, state: "cancelled" } : step));
}

/** Returns the steps of an answer that cannot continue: nothing runs, and nothing waits for an approval. */
export function cancelOpenSteps(steps: readonly ToolStep[]): ToolStep[] {
  return cancelRunningSteps(steps).map((step) => (step.state === "waiting" ? { ...step, state: "cancelled" } : step));
}

/**
 * Returns the steps of an answer whose text changed from `before` to `after`. A step stays where it is in the unchanged
 * beginning or end of the text; a step inside the changed part comes after that part.
 */
export function moveSteps(steps: readonly ToolStep[], before: string, after: string): ToolStep[] {
  const maxCommon = Math.min(before.length, after.length);
  let start = 0;
  while (start < maxCommon && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < maxCommon - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return steps.map((step) => {
    if (step.offset <= start) return step;
    const fromEnd = Math.max(0, before.length - step.offset);
    return { ...step, offset: after.length - Math.min(end, fromEnd) };
  });
}
