import { type OpOutput, queryFiles } from "@lectern/contract";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { groupsQuery } from "../../../entities/groups/useGroups.ts";
import { call } from "../../../lib/call.ts";

export type GroupFile = OpOutput<typeof queryFiles>["items"][number];
export type GroupFileList = ReturnType<typeof useGroupFiles>;

const pageSize = 50;

/** The query for the files of a group, by name. Whatever reloads the groups reloads it. */
export const groupFilesQuery = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: [...groupsQuery.queryKey, "files", groupId],
    queryFn: ({ pageParam, signal }) =>
      call(queryFiles, { groupId, pageSize, pageKey: pageParam, sortIndex: "name", forwardScan: true }, { signal }),
    initialPageParam: null as string | null, // The keys of later pages are strings.
    getNextPageParam: ({ pageKey }) => pageKey,
    // A list that is opened again loads only its first page instead of all pages.
    gcTime: 0,
    // Without a network the call must fail immediately instead of waiting.
    networkMode: "always",
  });

/** Loads the files of a group page by page. */
export function useGroupFiles(groupId: string) {
  const query = useInfiniteQuery(groupFilesQuery(groupId));
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const files = useMemo(
    // A file whose place has changed while pages were loading may be in two of them.
    () => data && [...new Map(data.pages.flatMap((page) => page.items).map((file) => [file.id, file])).values()],
    [data],
  );
  const canLoadMore = hasNextPage && !isFetchingNextPage && error === null;
  const loadMore = useCallback(() => {
    if (canLoadMore) void fetchNextPage({ cancelRefetch: false });
  }, [canLoadMore, fetchNextPage]);
  return {
    /** Those that have been loaded; undefined while there are none yet. */
    files,
    /** Of all files of the group; undefined while it is not known. */
    total: data?.pages[0]?.total,
    error,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
