import type { ToolStep } from "@lectern/contract";
import type { MarkdownInsert } from "../../../ui/markdown/Markdown.tsx";
import { groupSteps } from "../answer/describeStep.ts";
import { StepGroup } from "./StepGroup.tsx";
import type { Decide } from "./useDecisions.ts";

/** Returns the steps of an answer as parts of its text. `onDecide`: see `StepGroup`. */
export function toStepInserts(steps: readonly ToolStep[], onDecide: Decide): readonly MarkdownInsert[] {
  return groupSteps(steps).map((group) => ({
    key: group[0].id,
    offset: group[0].offset,
    node: <StepGroup steps={group} onDecide={onDecide} />,
    isActive: group.some(({ state }) => state === "running"),
  }));
}
