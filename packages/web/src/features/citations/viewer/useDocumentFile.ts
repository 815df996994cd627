import { type FileRecord, getFiles, retryFile } from "@lectern/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

const askAgainMs = 1_500;

export type DocumentFile =
  | { status: "loading" }
  /** Deleted, or never to be seen by this person: that cannot be told apart. */
  | { status: "gone" }
  | { status: "error"; error: Error; retry: () => void }
  | { status: "preparing"; file: FileRecord }
  | { status: "failed"; file: FileRecord; isRetrying: boolean; retry: () => void }
  | { status: "ready"; file: FileRecord };

/** A file, followed until it can be read or has failed. */
export function useDocumentFile(key: string): DocumentFile {
  const client = useQueryClient();
  const queryKey = ["files", "one", key];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(getFiles, { keys: [key] }, { signal })).items[0] ?? null,
    staleTime: 0,
    networkMode: "always",
    refetchInterval: ({ state: { data } }) => (data && isPreparing(data) ? askAgainMs : false),
  });
  const again = useMutation({
    mutationFn: () => call(retryFile, { key }),
    onSuccess: (file) => client.setQueryData(queryKey, file),
    onError: notifyFailure,
  });
  if (data === undefined)
    return error ? { status: "error", error, retry: () => void refetch() } : { status: "loading" };
  if (data === null) return { status: "gone" };
  if (isPreparing(data)) return { status: "preparing", file: data };
  if (data.state === "ready") return { status: "ready", file: data };
  return { status: "failed", file: data, isRetrying: again.isPending, retry: () => again.mutate() };
}

function isPreparing({ state }: FileRecord): boolean {
  return state === "uploading" || state === "queued" || state === "extracting";
}
