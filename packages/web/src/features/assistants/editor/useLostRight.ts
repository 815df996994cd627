import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { assistantQuery } from "../../../entities/assistants/useAssistants.ts";
import { useGroups } from "../../../entities/groups/useGroups.ts";
import { CallError } from "../../../lib/callError.ts";

/** Returns why what is being edited can no longer be saved; null if it can, as far as is known. */
export function useLostRight(assistantId: string | null, group: Group | null): string | null {
  const { data: groups } = useGroups();
  const { data, error } = useQuery({ ...assistantQuery(assistantId ?? ""), enabled: assistantId !== null });
  if (group && groups) {
    const { name } = group;
    const level = groups.find(({ id }) => id === group.id)?.level;
    if (level === undefined) return t`“${name}” was deleted, or you are no longer a member.`;
    if (level === "read") return t`You can no longer edit assistants in “${name}”.`;
  }
  if (assistantId === null) return null;
  // The groups may not have been read again yet, so which of the two it is, is not known.
  if (error instanceof CallError && error.status === 404)
    return t`This assistant was deleted, or you can no longer edit it.`;
  return data?.assistant.noEdit ? t`You can no longer edit this assistant.` : null;
}
