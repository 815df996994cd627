import { type FileRecord, type FileSort, type OpOutput, queryFiles } from "@lectern/contract";
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { call } from "../../lib/call.ts";

/** The number of files per request. */
export const filePageSize = 100;

/** Filters and order of a list. By default all files, newest first. */
export interface FileFilters {
  /** A text that the file name must contain. */
  namePrefix?: string;
  /** Tags that a file must have, all of them. */
  tags?: readonly string[];
  /** Media types, one of which a file must have. */
  types?: readonly string[];
  typePrefix?: string;
  sortIndex?: FileSort;
  /** True for ascending order: oldest first, or from A to Z. */
  forwardScan?: boolean;
}

export interface FileQuery {
  /** The files that have been loaded, in order. While another list loads, the files of the previous list. */
  items: readonly FileRecord[];
  /** True until the first page has been loaded or has failed to load. */
  isPending: boolean;
  /** True while a new list loads and `items` still belong to the previous filters. */
  isChanging: boolean;
  /** Why the list or its next page could not be loaded. */
  error: Error | null;
  isLoadingMore: boolean;
  hasMore: boolean;
  /** Loads the next page. Does nothing while it is loading, if there is none, or after an error. */
  loadMore: () => void;
  retry: () => void;
}

/** The query keys of files; `lists` is the prefix of each `list`. */
export const fileKeys = {
  lists: ["files", "list"],
  ones: ["files", "one"],
  one: (key: string, assistantId?: string | undefined) => ["files", "one", key, ...(assistantId ? [assistantId] : [])],
  list: (filters: FileFilters) => ["files", "list", filters],
  /** The first files whose names contain a text. */
  named: (text: string) => ["files", "named", text],
  tags: ["files", "tags"],
} as const;

/**
 * The query for the pages of a file list. Changed filters start a new list. A list ends at a page that is not full or
 * has no next page.
 */
export function fileListQuery(filters: FileFilters) {
  return infiniteQueryOptions({
    queryKey: fileKeys.list(filters),
    queryFn: ({ pageParam, signal }) => readFilePage(filters, pageParam, signal),
    initialPageParam: null as string | null, // The keys of later pages are strings.
    getNextPageParam: ({ pageKey }) => pageKey,
    staleTime: 0,
    // A list that is opened again loads only its first page instead of all pages.
    gcTime: 0,
    // Without a network the call must fail immediately instead of waiting.
    networkMode: "always",
  });
}

/** Loads one page of matching files. The `pageKey` of the result is null on the last page. */
export async function readFilePage(
  { namePrefix, tags, types, typePrefix, sortIndex = "createdAt", forwardScan = false }: FileFilters,
  pageKey: string | null,
  signal?: AbortSignal,
  pageSize = filePageSize,
): Promise<OpOutput<typeof queryFiles>> {
  const page = await call(
    queryFiles,
    {
      pageSize,
      pageKey,
      sortIndex,
      forwardScan,
      namePrefix: namePrefix || null,
      typePrefix: typePrefix || null,
      tags: tags && tags.length > 0 ? [...tags] : null,
      types: types && types.length > 0 ? [...types] : null,
    },
    signal ? { signal } : {},
  );
  // Decide this now: later the page may be shorter because one of its files was deleted.
  return page.items.length < pageSize ? { ...page, pageKey: null } : page;
}

/** Loads the matching files page by page. */
export function useFileQuery(filters: FileFilters): FileQuery {
  const query = useInfiniteQuery({ ...fileListQuery(filters), placeholderData: keepPreviousData });
  const { data, isPending, error, isFetchingNextPage, hasNextPage, isPlaceholderData } = query;
  const { fetchNextPage, refetch, isFetchNextPageError } = query;
  const items = useMemo(() => removeDuplicates(data?.pages.flatMap((page) => page.items) ?? []), [data]);
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isPlaceholderData && error === null;
  const loadMore = useCallback(() => {
    if (canLoadMore) void fetchNextPage({ cancelRefetch: false });
  }, [canLoadMore, fetchNextPage]);
  return {
    items,
    isPending,
    isChanging: isPlaceholderData,
    error,
    isLoadingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    loadMore,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

/** Removes duplicates: a file that moved while pages were loading may be in two of them. */
function removeDuplicates(items: readonly FileRecord[]): FileRecord[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
