import { type FileRecord, type FileSort, type OpOutput, queryFiles } from "@lectern/contract";
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { call } from "../../lib/call.ts";

/** Rows that are asked for at a time. */
export const filePageSize = 100;

/** What is left out does not narrow the list; the newest come first. */
export interface FileFilters {
  /** Found anywhere in the name. */
  namePrefix?: string;
  /** Files that carry all of them. */
  tags?: readonly string[];
  /** Media types, of which a file has one. */
  types?: readonly string[];
  typePrefix?: string;
  sortIndex?: FileSort;
  /** From the oldest, or from A. */
  forwardScan?: boolean;
}

export interface FileQuery {
  /** The files that have come so far, in order; while another list is on its way, those of the last one. */
  items: readonly FileRecord[];
  /** Nothing has come yet. */
  isPending: boolean;
  /** `items` are of the filters before; the new ones are on their way. */
  isChanging: boolean;
  /** Why the list, or more of it, could not be had. */
  error: Error | null;
  isLoadingMore: boolean;
  hasMore: boolean;
  /** Appends the next page, where there is one and none is on its way. */
  loadMore: () => void;
  retry: () => void;
}

/** Under what keys the query cache keeps a person's files; `lists` is the beginning of each `list`. */
export const fileKeys = {
  lists: ["files", "list"],
  list: (filters: FileFilters) => ["files", "list", filters],
  tags: ["files", "tags"],
} as const;

/** A person's files by pages. It begins anew when what is asked for changes, and ends at a short page or where no next one is named. */
export function fileListQuery(filters: FileFilters) {
  return infiniteQueryOptions({
    queryKey: fileKeys.list(filters),
    queryFn: ({ pageParam, signal }) => readFilePage(filters, pageParam, signal),
    initialPageParam: null as string | null, // the type of the later ones
    getNextPageParam: ({ pageKey }) => pageKey,
    staleTime: 0,
    // A list that is opened again begins with its first page, instead of reading all that had come anew.
    gcTime: 0,
    // Without a network the call must fail and say so, not wait.
    networkMode: "always",
  });
}

/** One page of the files that match. The last one names no next one. */
export async function readFilePage(
  { namePrefix, tags, types, typePrefix, sortIndex = "createdAt", forwardScan = false }: FileFilters,
  pageKey: string | null,
  signal?: AbortSignal,
): Promise<OpOutput<typeof queryFiles>> {
  const page = await call(
    queryFiles,
    {
      pageSize: filePageSize,
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
  // Told here: a page may become shorter later, as when a file of it is deleted.
  return page.items.length < filePageSize ? { ...page, pageKey: null } : page;
}

/** The files that match, as many pages as were asked for. */
export function useFileQuery(filters: FileFilters): FileQuery {
  const query = useInfiniteQuery({ ...fileListQuery(filters), placeholderData: keepPreviousData });
  const { data, isPending, error, isFetchingNextPage, hasNextPage, isPlaceholderData } = query;
  const { fetchNextPage, refetch, isFetchNextPageError } = query;
  const items = useMemo(() => unique(data?.pages.flatMap((page) => page.items) ?? []), [data]);
  const mayLoad = hasNextPage && !isFetchingNextPage && !isPlaceholderData && error === null;
  const loadMore = useCallback(() => {
    if (mayLoad) void fetchNextPage({ cancelRefetch: false });
  }, [mayLoad, fetchNextPage]);
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

/** A file that moved between two pages while they were read stands in both. */
function unique(items: readonly FileRecord[]): FileRecord[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
