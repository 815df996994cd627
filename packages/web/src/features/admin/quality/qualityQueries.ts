import { getQualitySubmission, listQualitySubmissions } from "@lectern/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** The first part of the keys of all queries about submissions for quality improvement. */
export const qualityKey = ["qualitySubmissions"] as const;

/**
 * Read each time, because each call is written to the audit log, and not again by itself. Without a network the calls must
 * fail at once instead of waiting.
 */
const uncached = {
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  networkMode: "always",
} as const;

export const submissionsQuery = (query: string) =>
  infiniteQueryOptions({
    ...uncached,
    queryKey: [...qualityKey, "list", query],
    queryFn: ({ pageParam, signal }) =>
      call(listQualitySubmissions, { query, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null, // The cursors of later pages are strings.
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const submissionQuery = (submissionId: string) =>
  queryOptions({
    ...uncached,
    queryKey: [...qualityKey, "one", submissionId],
    queryFn: ({ signal }) => call(getQualitySubmission, { submissionId }, { signal }),
  });
