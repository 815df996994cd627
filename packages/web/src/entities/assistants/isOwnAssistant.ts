import type { AssistantSummary } from "@lectern/contract";

/** True for the person's own assistants: not those of groups, of other people or of the server. */
export const isOwnAssistant = ({ group, role, isSystem }: AssistantSummary): boolean =>
  group === null && role === "admin" && !isSystem;

/** Returns true if another person has shared the assistant with this person, not only with one of their groups. */
export const isSharedDirectly = (assistant: AssistantSummary): boolean =>
  assistant.group === null &&
  !assistant.isSystem &&
  !isOwnAssistant(assistant) &&
  (assistant.isRemovable || assistant.sharedGroups.length === 0);
