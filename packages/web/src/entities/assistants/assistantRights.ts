import type { AssistantSummary } from "@lectern/contract";
import { isOwnAssistant } from "./isOwnAssistant.ts";

/** The actions that the list of assistants offers for an assistant, besides chatting with it. */
export interface AssistantRights {
  /** False: the assistant can still be viewed. */
  canEdit: boolean;
  canShare: boolean;
  canDelete: boolean;
}

/**
 * Returns what the list of assistants offers for an assistant. Those of a group are deleted in the Assistant Admin
 * Interface, by its writers too, and shared by adding members to the group. Nobody copies an assistant in the list.
 */
export function getAssistantRights(assistant: AssistantSummary): AssistantRights {
  const { group, noEdit, noShare, noDelete } = assistant;
  return {
    canEdit: !noEdit,
    canShare: isOwnAssistant(assistant) && !noShare,
    canDelete: group === null && !noDelete,
  };
}
