import type { AssistantState } from "@lectern/contract";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";

/**
 * Returns what an answer has in its state, by which its conversation finds the assistant again. That of a draft has no
 * ids: no conversation continues with a draft.
 */
export function toAssistantState({ id, versionId, name, disclaimer }: AppliedAssistant): Partial<AssistantState> {
  return {
    ...(id === null || versionId === null ? {} : { currentAssistantId: id, currentAssistantVersionId: versionId }),
    currentAssistantName: name,
    ...(disclaimer.trim() === "" ? {} : { currentAssistantDisclaimer: disclaimer }),
  };
}
