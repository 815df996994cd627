import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { assistantSharesQuery } from "../../../entities/assistants/assistantQueries.ts";

export type ShareListData = ReturnType<typeof useShares>;

/** Loads who has a right to an assistant, page by page. */
export function useShares(assistantId: string, isEnabled: boolean) {
  const query = useInfiniteQuery({ ...assistantSharesQuery(assistantId), enabled: isEnabled, staleTime: 0 });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const shares = useMemo(
    // A name that has changed while pages were loading may be in two of them.
    () => data && [...new Map(data.pages.flatMap((page) => page.shares).map((share) => [share.id, share])).values()],
    [data],
  );
  const canLoadMore = hasNextPage && !isFetchingNextPage && error === null;
  const loadMore = useCallback(() => {
    if (canLoadMore) void fetchNextPage({ cancelRefetch: false });
  }, [canLoadMore, fetchNextPage]);
  return {
    /** Those that have been loaded; undefined while there are none yet. */
    shares,
    /** Number of all. */
    total: data?.pages[0]?.total ?? 0,
    error,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
