import { type FileRecord, getFiles } from "@lectern/contract";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { patchFiles } from "../../../entities/files/fileCache.ts";
import { call } from "../../../lib/call.ts";

const askAgainMs = 1_500;
const askAgainAfterFailureMs = 5_000;
/** As many as the op takes. */
const mostFollowed = 500;

/**
 * Keeps those of the files that are still being prepared up to date, in every list. Gives whether that fails just now; it is tried again
 * by itself.
 */
export function useFollowedFiles(files: readonly FileRecord[]): boolean {
  const client = useQueryClient();
  const keys = files
    .filter(isUnderWay)
    .map(({ id }) => id)
    .slice(0, mostFollowed);
  return useQuery(followedFilesQuery(client, keys)).isError;
}

/** The states of the files with these keys, read again and again while the query is watched. */
export function followedFilesQuery(client: QueryClient, keys: readonly string[]) {
  return queryOptions({
    queryKey: ["files being prepared", keys],
    queryFn: async ({ signal }) => {
      const { items } = await call(getFiles, { keys: [...keys] }, { signal });
      patchFiles(client, items);
      return items.length;
    },
    enabled: keys.length > 0,
    staleTime: 0,
    gcTime: 0,
    // Without a network it must fail and say so, not wait. It is asked again soon, and at once when the network is back.
    networkMode: "always",
    retry: false,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => (state.status === "error" ? askAgainAfterFailureMs : askAgainMs),
  });
}

export function isUnderWay({ state }: FileRecord): boolean {
  return state === "uploading" || state === "queued" || state === "extracting";
}
