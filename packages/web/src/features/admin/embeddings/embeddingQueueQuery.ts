import { getEmbeddingQueue, type OpOutput } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

export type EmbeddingQueue = OpOutput<typeof getEmbeddingQueue>;
export type QueuedEmbedding = EmbeddingQueue["messages"][number];

/** The documents that are being prepared for search by meaning. Read on request, because they change all the time. */
export const embeddingQueueQuery = queryOptions({
  queryKey: ["embeddingQueue"],
  queryFn: ({ signal }) => call(getEmbeddingQueue, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: "always",
});
