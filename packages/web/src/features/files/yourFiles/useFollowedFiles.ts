import { type FileRecord, getFiles } from "@lectern/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { patchFiles } from "../fileCache.ts";

const askAgainMs = 1_500;
/** As many as the op takes. */
const mostFollowed = 500;

/** Keeps those of the files that are still being prepared up to date, in every list. */
export function useFollowedFiles(files: readonly FileRecord[]): void {
  const client = useQueryClient();
  const keys = files
    .filter(isUnderWay)
    .map(({ id }) => id)
    .slice(0, mostFollowed);
  useQuery({
    queryKey: ["files being prepared", keys],
    queryFn: async ({ signal }) => {
      const { items } = await call(getFiles, { keys }, { signal });
      patchFiles(client, items);
      return items.length;
    },
    enabled: keys.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: askAgainMs,
  });
}

export function isUnderWay({ state }: FileRecord): boolean {
  return state === "uploading" || state === "queued" || state === "extracting";
}
