import { listRuns } from "@lectern/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { onBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";
import { call } from "../../../lib/call.ts";

/** The ids of the conversations that are being answered, by request id. */
export type RunningConversations = Readonly<Record<string, string>>;

export const runningQuery = (userId: string) =>
  queryOptions({
    queryKey: ["runningConversations", userId],
    queryFn: async ({ signal }): Promise<RunningConversations> => {
      const { runs } = await call(listRuns, {}, { signal });
      return Object.fromEntries(
        runs.flatMap(({ requestId, conversationId }) => (conversationId === null ? [] : [[requestId, conversationId]])),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Removes an answer whose end this browser knows, because the event may come later. */
export function removeRunning(userId: string, cache: QueryClient, requestId: string): void {
  cache.setQueryData(runningQuery(userId).queryKey, (running) => {
    if (!running?.[requestId]) return running;
    const { [requestId]: _, ...others } = running;
    return others;
  });
}

/** Follows the answers that start and end. Returns the function that stops this. */
export function connectRunningConversations(userId: string, cache: QueryClient): () => void {
  const query = runningQuery(userId);
  const stops = [
    onBrowserEvent("run", ({ requestId, conversationId, state }) => {
      // The answer to a request in progress may be older than the event.
      if (cache.isFetching({ queryKey: query.queryKey }) > 0) void cache.invalidateQueries(query);
      else
        cache.setQueryData(query.queryKey, (running) => {
          if (!running) return undefined;
          const { [requestId]: _, ...others } = running;
          return state === "started" ? { ...others, [requestId]: conversationId } : others;
        });
    }),
    onBrowserEvent("resync", () => void cache.invalidateQueries(query)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
