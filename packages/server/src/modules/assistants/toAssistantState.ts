import type { AssistantState } from "@lectern/contract";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";

/** Returns what an answer has in its state, by which its conversation finds the assistant again. */
export function toAssistantState({ id, versionId, name, disclaimer }: AppliedAssistant): AssistantState {
  return {
    currentAssistantId: id,
    currentAssistantVersionId: versionId,
    currentAssistantName: name,
    ...(disclaimer.trim() === "" ? {} : { currentAssistantDisclaimer: disclaimer }),
  };
}
