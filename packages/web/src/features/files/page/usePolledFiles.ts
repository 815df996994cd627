import { type FileRecord, getFiles } from "@lectern/contract";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { patchFiles } from "../../../entities/files/fileCache.ts";
import { areBrowserEventsLive } from "../../../lib/browserEvents/browserEvents.ts";
import { call } from "../../../lib/call.ts";

const pollIntervalMs = 1_500;
/** While `useFileEvents` learns of each change. */
const livePollIntervalMs = 30_000;
const retryIntervalMs = 5_000;
/** The maximum number of keys that `getFiles` accepts. */
const maxPolledFiles = 500;

/**
 * Polls the files that are still being processed and updates them in all lists. Returns true while polling fails;
 * polling retries automatically.
 */
export function usePolledFiles(files: readonly FileRecord[]): boolean {
  const cache = useQueryClient();
  const keys = files
    .filter(isProcessing)
    .map(({ id }) => id)
    .slice(0, maxPolledFiles);
  return useQuery(polledFilesQuery(cache, keys)).isError;
}

/** Polls the files with these keys while the query is observed. */
export function polledFilesQuery(cache: QueryClient, keys: readonly string[]) {
  return queryOptions({
    queryKey: ["polledFiles", keys],
    queryFn: async ({ signal }) => {
      const { items } = await call(getFiles, { keys: [...keys] }, { signal });
      patchFiles(cache, items);
      return items.length;
    },
    enabled: keys.length > 0,
    staleTime: 0,
    gcTime: 0,
    // Without a network the query must fail instead of pausing. A failed query is retried after `retryIntervalMs`, and
    // immediately when the network returns.
    networkMode: "always",
    retry: false,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return retryIntervalMs;
      return areBrowserEventsLive() ? livePollIntervalMs : pollIntervalMs;
    },
  });
}

export function isProcessing({ state }: FileRecord): boolean {
  return state === "uploading" || state === "queued" || state === "extracting";
}
