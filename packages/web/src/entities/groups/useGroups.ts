import { type Group, type GroupLevel, listGroups } from "@lectern/contract";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadAfterEvents } from "../../lib/browserEvents/loadAfterEvents.ts";
import { call } from "../../lib/call.ts";
import { readAllPages } from "../../lib/readAllPages.ts";

/** Rights often change several times in a row, for example when an administrator changes many members. */
const syncDelayMs = 1_000;

/** The groups of the person, by name. */
export const groupsQuery = queryOptions({
  queryKey: ["groups"],
  queryFn: ({ signal }): Promise<Group[]> =>
    readAllPages(async (cursor) => {
      const { groups, nextCursor } = await call(listGroups, cursor === null ? {} : { cursor }, { signal });
      return { items: groups, nextCursor };
    }),
  staleTime: 5 * 60_000,
});

export const useGroups = () => useQuery(groupsQuery);

/** True if the person may edit the assistants of the group. The server decides again. */
export const canEditAssistants = ({ level }: { level: GroupLevel | null }): boolean =>
  level === "write" || level === "admin";

/** True if the person may share something with the group as a whole. The server decides again. */
export const canShareWithGroup = ({
  level,
  isPublic,
  isBuiltIn,
}: Pick<Group, "level" | "isPublic" | "isBuiltIn">): boolean =>
  level === "admin" || (level === "write" && !isPublic && !isBuiltIn);

/** Reads the groups again when the person's rights have changed, while mounted. */
export function useGroupEvents(): void {
  const cache = useQueryClient();
  useEffect(() => reloadGroupsAfterEvents(cache), [cache]);
}

/** Reads the groups again when the person's rights have changed. Returns the function that ends this. */
export function reloadGroupsAfterEvents(cache: QueryClient): () => void {
  const reload = () => void cache.invalidateQueries({ queryKey: groupsQuery.queryKey });
  return loadAfterEvents(["rights", "resync"], reload, { delayMs: syncDelayMs });
}
