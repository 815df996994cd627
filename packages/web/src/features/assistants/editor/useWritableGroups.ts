import type { Group } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { canEditAssistants, groupsQuery } from "../../../entities/groups/useGroups.ts";

/** The groups in which the person may make assistants; none while they are loading or without the feature. */
export function useWritableGroups(): readonly Group[] {
  const hasFeature = useFlag("assistantAdminInterface");
  const { data: groups } = useQuery({ ...groupsQuery, enabled: hasFeature });
  return hasFeature ? (groups?.filter(canEditAssistants) ?? []) : [];
}
