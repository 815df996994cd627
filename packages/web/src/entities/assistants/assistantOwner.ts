import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** Whose an assistant is, for people who see it among their own: the group, or who shares it; null if it is their own. */
export function formatAssistantOwner({ group, owner }: Pick<AssistantSummary, "group" | "owner">): string | null {
  if (group) return group.name;
  const name = owner?.name || owner?.email;
  return name ? t`Shared by ${name}` : null;
}

/** Who shares an assistant with a group, for a member of the group. */
export function describeSharing(assistant: Pick<AssistantSummary, "group" | "owner" | "role">): string {
  // Whoever is erased leaves no name.
  return assistant.role === "admin" ? t`Shared by you` : (formatAssistantOwner(assistant) ?? t`Shared with the group`);
}
