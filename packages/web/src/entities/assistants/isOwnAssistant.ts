import type { AssistantSummary } from "@lectern/contract";

/** True for the person's own assistants: not those of groups, of other people or of the server. */
export const isOwnAssistant = ({ group, role, isSystem }: AssistantSummary): boolean =>
  group === null && role === "admin" && !isSystem;
