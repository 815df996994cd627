import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { groupsQuery } from "../../entities/groups/useGroups.ts";

/** Loads the groups of people who may administer assistants when the page starts, beside the chats and assistants. */
export function useGroupPrefetch(): void {
  const cache = useQueryClient();
  const hasFeature = useFlag("assistantAdminInterface");
  useEffect(() => {
    if (hasFeature) void cache.prefetchQuery(groupsQuery);
  }, [hasFeature, cache]);
}
