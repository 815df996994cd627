import { plural, t } from "@lingui/core/macro";
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

/** Says how many points are open. While an assistant is begun, only its name is required, and nothing is wrong. */
export function formatOpenChecks({ openChecks, isBeginning }: Checks): string {
  const { length: count } = openChecks;
  if (!isBeginning) return plural(count, { one: "# item to check", other: "# items to check" });
  if (openChecks.some(({ field }) => field === "name")) return t`Needs a name`;
  return plural(count, { one: "# optional step left", other: "# optional steps left" });
}
