import { plural } from "@lingui/core/macro";
import { useModels } from "../../../../entities/models/useModels.ts";
import { type Check, checkAssistant } from "../draft/checkAssistant.ts";
import type { AssistantEditor } from "../useAssistantEditor.ts";

interface Checks {
  checks: Check[];
  openChecks: Check[];
  /** True while the open points are no more than what has not been written yet, so that nobody is warned of them. */
  isBeginning: boolean;
}

/** The checklist of what is being edited, and the points of it that are open. */
export function useChecks({ draftState, documents, definition, wasSubmitted }: AssistantEditor): Checks {
  const { models, default: defaultModel, status } = useModels();
  const checks = checkAssistant(draftState.draft, {
    documents: documents.all,
    models: status === "ready" ? models : null,
    defaultModel,
  });
  const openChecks = checks.filter(({ isPassed }) => !isPassed);
  const isBeginning = definition === null && !wasSubmitted && openChecks.every(({ isUnwritten }) => isUnwritten);
  return { checks, openChecks, isBeginning };
}

export const formatOpenChecks = ({ openChecks: { length: count }, isBeginning }: Checks): string =>
  isBeginning
    ? plural(count, { one: "# step left", other: "# steps left" })
    : plural(count, { one: "# item to check", other: "# items to check" });
