import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** Whose an assistant is, for people who see it among their own: the group, or who shares it; null if it is their own. */
export function formatAssistantOwner({ group, owner }: Pick<AssistantSummary, "group" | "owner">): string | null {
  if (group) return group.name;
  const name = owner?.name || owner?.email;
  return name ? t`Shared by ${name}` : null;
}
