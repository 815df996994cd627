import type { AssistantSummary } from "@lectern/contract";

/** The groups in which an assistant is listed: the one that it belongs to, and those with which it was shared. */
export const listAssistantGroups = ({
  group,
  sharedGroups,
}: Pick<AssistantSummary, "group" | "sharedGroups">): AssistantSummary["sharedGroups"] =>
  group ? [group, ...sharedGroups.filter(({ id }) => id !== group.id)] : sharedGroups;
