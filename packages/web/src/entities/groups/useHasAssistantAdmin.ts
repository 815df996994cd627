import { useQuery } from "@tanstack/react-query";
import { useFlag } from "../flags/useFlag.ts";
import { canEditAssistants, groupsQuery, useGroupEvents } from "./useGroups.ts";

/** Returns true if there is a group whose assistants the person may edit. Returns false while the groups are loading. */
export function useHasAssistantAdmin(): boolean {
  const hasFeature = useFlag("assistantAdminInterface");
  const { data: groups } = useQuery({ ...groupsQuery, enabled: hasFeature });
  useGroupEvents();
  return hasFeature && (groups?.some(canEditAssistants) ?? false);
}
