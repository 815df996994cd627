import { listReceivedShares, listSentShares, listShareLinks } from "@lectern/contract";
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadAfterEvents } from "../../lib/browserEvents/loadAfterEvents.ts";
import { call } from "../../lib/call.ts";

export const sharesKey = ["shares"] as const;
/** Several recipients often open the same thing at the same time. */
const syncDelayMs = 300;

/** What other people have shared with the person, newest first. */
export const receivedSharesQuery = queryOptions({
  queryKey: [...sharesKey, "received"],
  queryFn: async ({ signal }) => (await call(listReceivedShares, {}, { signal })).items,
  staleTime: 5 * 60_000,
  // Without a network the call must fail immediately instead of waiting.
  networkMode: "always",
});

/** What the person has shared, newest first. */
export const sentSharesQuery = queryOptions({
  queryKey: [...sharesKey, "sent"],
  queryFn: async ({ signal }) => (await call(listSentShares, {}, { signal })).items,
  staleTime: 5 * 60_000,
  networkMode: "always",
});

/** The links to chats that the person has shared, newest first. */
export const shareLinksQuery = queryOptions({
  queryKey: [...sharesKey, "links"],
  queryFn: async ({ signal }) => (await call(listShareLinks, {}, { signal })).items,
  staleTime: 5 * 60_000,
  networkMode: "always",
});

/** Reads the lists again. */
export const reloadShares = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: sharesKey });

/** Reads the lists again when something has changed elsewhere, while mounted. */
export function useShareEvents(): void {
  const cache = useQueryClient();
  useEffect(
    () => loadAfterEvents(["shares", "resync"], () => void reloadShares(cache), { delayMs: syncDelayMs }),
    [cache],
  );
}
