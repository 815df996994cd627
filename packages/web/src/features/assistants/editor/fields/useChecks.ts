import { plural } from "@lingui/core/macro";
import { useModels } from "../../../../entities/models/useModels.ts";
import { type Check, checkAssistant } from "../draft/checkAssistant.ts";
import type { AssistantEditor } from "../useAssistantEditor.ts";

/** The checklist of what is being edited, and the points of it that are open. */
export function useChecks({ draftState, documents }: AssistantEditor): { checks: Check[]; openChecks: Check[] } {
  const { models, default: defaultModel, status } = useModels();
  const checks = checkAssistant(draftState.draft, {
    documents: documents.all,
    models: status === "ready" ? models : null,
    defaultModel,
  });
  return { checks, openChecks: checks.filter(({ isPassed }) => !isPassed) };
}

export const formatOpenChecks = (count: number): string =>
  plural(count, { one: "# item to check", other: "# items to check" });
