import { useQuery } from "@tanstack/react-query";
import { useFlag } from "../flags/useFlag.ts";
import { canEditAssistants, groupsQuery, useGroupEvents } from "./useGroups.ts";

/**
 * Returns true if the person has something to do in the Assistant Admin Interface: in a group whose assistants they may
 * edit, or to create a group. Returns false while the groups are loading.
 */
export function useHasAssistantAdmin(): boolean {
  const hasFeature = useFlag("assistantAdminInterface");
  const canCreate = useFlag("createAstAdminGroups");
  const { data: groups } = useQuery({ ...groupsQuery, enabled: hasFeature && !canCreate });
  useGroupEvents();
  return hasFeature && (canCreate || (groups?.some(canEditAssistants) ?? false));
}
