import { type GroupMember, limits, listGroupMembers } from "@lectern/contract";
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { call } from "../../lib/call.ts";
import { groupsQuery } from "./useGroups.ts";

/** The first page is small, so that the list appears early. */
const firstPageSize = 100;

export interface MemberList {
  /** The members that have been loaded, in order. While another list loads, those of the previous list. */
  members: readonly GroupMember[];
  /** The number of all members that match; null until it is known. */
  total: number | null;
  isPending: boolean;
  /** True while `members` still belong to the previous search. */
  isChanging: boolean;
  error: Error | null;
  isLoadingMore: boolean;
  /** Loads the next page. Does nothing while it is loading, if there is none, or after an error. */
  loadMore: () => void;
  retry: () => void;
}

/** The query for the members of a group whose name or address contains `search`. Whatever reloads the groups reloads it. */
export const groupMembersQuery = (groupId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...groupsQuery.queryKey, "members", groupId, search],
    queryFn: ({ pageParam, signal }) => {
      const limit = pageParam === null ? firstPageSize : limits.groupMembersPerPage;
      return call(listGroupMembers, { group_id: groupId, query: search, limit, cursor: pageParam }, { signal });
    },
    initialPageParam: null as string | null, // The cursors of later pages are strings.
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A list that is opened again loads only its first page instead of all pages.
    gcTime: 0,
    // Without a network the call must fail immediately instead of waiting.
    networkMode: "always",
  });

/** Loads the members of a group page by page. `isEnabled`: false if the person may not see them. */
export function useGroupMembers(groupId: string, search: string, isEnabled: boolean): MemberList {
  const query = useInfiniteQuery({
    ...groupMembersQuery(groupId, search),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const { data, isPending, error, isFetchingNextPage, hasNextPage, isPlaceholderData } = query;
  const { fetchNextPage, refetch, isFetchNextPageError } = query;
  const members = useMemo(
    // A member whose place has changed while pages were loading may be in two of them.
    () => [...new Map(data?.pages.flatMap((page) => page.members).map((member) => [member.id, member])).values()],
    [data],
  );
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isPlaceholderData && error === null;
  const loadMore = useCallback(() => {
    if (canLoadMore) void fetchNextPage({ cancelRefetch: false });
  }, [canLoadMore, fetchNextPage]);
  return {
    members,
    total: data?.pages[0]?.total ?? null,
    isPending,
    isChanging: isPlaceholderData,
    error,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
