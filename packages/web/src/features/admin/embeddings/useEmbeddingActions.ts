import { retryEmbedding, terminateEmbedding } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { embeddingQueueQuery } from "./embeddingQueueQuery.ts";

/** Terminates the preparation of a document, or requests it again. The list is read again after each. */
export function useEmbeddingActions(key: string) {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: embeddingQueueQuery.queryKey });
  const termination = useMutation({
    networkMode: "always",
    mutationFn: () => call(terminateEmbedding, { object_key: key }),
    onError: (error) => notifyError(t`Unable to terminate embedding at this time.`, getDetails(error)),
    onSettled: reload,
  });
  const retry = useMutation({
    networkMode: "always",
    mutationFn: () => call(retryEmbedding, { object_key: key }),
    // Its earlier termination no longer counts.
    onMutate: () => termination.reset(),
    onError: (error) => notifyError(t`Unable to retry embedding at this time.`, getDetails(error)),
    onSettled: reload,
  });
  return { termination, retry };
}

/** The server's reason, or else the failure of the call. */
const getDetails = (error: Error) =>
  error instanceof CallError && error.reason !== null
    ? { reason: error.reason, requestId: error.requestId }
    : { reason: error.message };
