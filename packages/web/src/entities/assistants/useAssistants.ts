import { type AssistantSummary, getAssistant, listAssistants } from "@lectern/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadAfterEvents } from "../../lib/browserEvents/loadAfterEvents.ts";
import { call } from "../../lib/call.ts";
import { readAllPages } from "../../lib/readAllPages.ts";

export const assistantKeys = { all: ["assistants"], list: ["assistants", "list"] } as const;

/** The assistants that the person may chat with or edit, by name. */
export const assistantsQuery = queryOptions({
  queryKey: assistantKeys.list,
  queryFn: ({ signal }): Promise<AssistantSummary[]> =>
    readAllPages(async (cursor) => {
      const { assistants, nextCursor } = await call(listAssistants, cursor === null ? {} : { cursor }, { signal });
      return { items: assistants, nextCursor };
    }),
  staleTime: 5 * 60_000,
});

/** One assistant with what the person may see of how it is made. */
export const assistantQuery = (assistantId: string) =>
  queryOptions({
    queryKey: [...assistantKeys.all, "one", assistantId],
    queryFn: ({ signal }) => call(getAssistant, { assistantId }, { signal }),
  });

export const useAssistants = ({ isEnabled = true } = {}) => useQuery({ ...assistantsQuery, enabled: isEnabled });

/** One change often sends two events. */
const joinMs = 100;

/** Reads the assistants again when somebody has saved one or the person's rights have changed, while mounted. */
export function useAssistantEvents(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const reload = () => void cache.invalidateQueries({ queryKey: assistantKeys.all });
    return loadAfterEvents(["assistants", "rights", "resync"], reload, { delayMs: joinMs });
  }, [cache]);
}
