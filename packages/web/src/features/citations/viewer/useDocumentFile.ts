import { type FileRecord, getFiles, retryFile } from "@lectern/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { fileKeys } from "../../../entities/files/useFileQuery.ts";
import { areBrowserEventsLive } from "../../../lib/browserEvents/browserEvents.ts";
import { call } from "../../../lib/call.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

const pollIntervalMs = 1_500;
/** While events tell of each change. */
const livePollIntervalMs = 30_000;

export type DocumentFile =
  | { status: "loading" }
  /** The file was deleted or is not visible to this person; the server does not reveal which. */
  | { status: "missing" }
  | { status: "error"; error: Error; retry: () => void }
  | { status: "processing"; file: FileRecord }
  | { status: "failed"; file: FileRecord; isRetrying: boolean; retry: () => void }
  | { status: "ready"; file: FileRecord };

const fileQuery = (key: string, assistantId?: string | undefined) =>
  queryOptions<FileRecord | null>({
    queryKey: fileKeys.one(key, assistantId),
    queryFn: async ({ signal }) =>
      (await call(getFiles, { keys: [key], ...(assistantId ? { assistantId } : {}) }, { signal })).items[0] ?? null,
  });

/** Loads a file, through an assistant if its id is given, and follows it until its text is extracted or the extraction has failed. */
export function useDocumentFile(key: string, assistantId?: string | undefined): DocumentFile {
  const cache = useQueryClient();
  const query = fileQuery(key, assistantId);
  const { data, error, refetch } = useQuery({
    ...query,
    staleTime: 0,
    networkMode: "always",
    refetchInterval: ({ state: { data } }) =>
      data && isProcessing(data) ? (areBrowserEventsLive() ? livePollIntervalMs : pollIntervalMs) : false,
  });
  const retryMutation = useMutation({
    mutationFn: () => call(retryFile, { key }),
    onSuccess: (file) => cache.setQueryData(query.queryKey, file),
    onError: notifyFailure,
  });
  const contentKey = data?.contentKey ?? null;
  useEffect(() => {
    if (contentKey === null) return;
    // The file may have been read again since its text was loaded.
    const contentKeyQuery = ["files", "contentKey", key];
    const loadedKey = cache.getQueryData(contentKeyQuery);
    cache.setQueryData(contentKeyQuery, contentKey);
    if (loadedKey === undefined || loadedKey === contentKey) return;
    for (const part of ["content", "table"]) void cache.resetQueries({ queryKey: ["files", part, key] });
  }, [cache, key, contentKey]);
  if (data === undefined)
    return error ? { status: "error", error, retry: () => void refetch() } : { status: "loading" };
  if (data === null) return { status: "missing" };
  if (isProcessing(data)) return { status: "processing", file: data };
  if (data.state === "ready") return { status: "ready", file: data };
  return { status: "failed", file: data, isRetrying: retryMutation.isPending, retry: () => retryMutation.mutate() };
}

/** Returns the file that `useDocumentFile` has loaded; null: it is missing; undefined: not loaded. Requests nothing. */
export function useLoadedFile({ key, assistantId }: Pick<DocumentPassage, "key" | "assistantId">) {
  return useQuery({ ...fileQuery(key ?? "", assistantId), enabled: false }).data;
}

function isProcessing({ state }: FileRecord): boolean {
  return state === "uploading" || state === "queued" || state === "extracting";
}
