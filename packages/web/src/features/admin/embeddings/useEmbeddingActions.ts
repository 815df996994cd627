import { retryEmbedding, terminateEmbedding } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { embeddingQueueQuery } from "./embeddingQueueQuery.ts";

/** Terminates the preparation of a document, or requests it again. The list is read again after each. */
export function useEmbeddingActions(key: string) {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: embeddingQueueQuery.queryKey });
  const termination = useMutation({
    networkMode: "always",
    mutationFn: () => call(terminateEmbedding, { object_key: key }),
    onError: ({ message }) => notifyError(t`Unable to terminate embedding at this time.`, { reason: message }),
    onSettled: reload,
  });
  const retry = useMutation({
    networkMode: "always",
    mutationFn: () => call(retryEmbedding, { object_key: key }),
    onError: ({ message }) => notifyError(t`Unable to retry embedding at this time.`, { reason: message }),
    onSettled: reload,
  });
  return { termination, retry };
}
