import { type AssistantSummary, getAssistant, listAssistants } from "@lectern/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadAfterEvents } from "../../lib/browserEvents/loadAfterEvents.ts";
import { call } from "../../lib/call.ts";
import { onLocaleChange } from "../../lib/i18n/i18n.ts";
import { readAllPages } from "../../lib/readAllPages.ts";
import { translateSystemAssistants } from "./translateSystemAssistants.ts";

export const assistantKeys = { all: ["assistants"], list: ["assistants", "list"] } as const;

/** The assistants that the person may chat with or edit, by name. */
export const assistantsQuery = queryOptions({
  queryKey: assistantKeys.list,
  queryFn: async ({ signal }): Promise<AssistantSummary[]> =>
    translateSystemAssistants(
      await readAllPages(async (cursor) => {
        const { assistants, nextCursor } = await call(listAssistants, cursor === null ? {} : { cursor }, { signal });
        return { items: assistants, nextCursor };
      }),
    ),
  staleTime: 5 * 60_000,
});

/** One assistant with what the person may see of how it is made. */
export const assistantQuery = (assistantId: string) =>
  queryOptions({
    queryKey: [...assistantKeys.all, "one", assistantId],
    queryFn: async ({ signal }) => {
      const { assistant, definition } = await call(getAssistant, { assistantId }, { signal });
      const [translated = assistant] = await translateSystemAssistants([assistant]);
      return { assistant: translated, definition };
    },
  });

export const useAssistants = ({ isEnabled = true } = {}) => useQuery({ ...assistantsQuery, enabled: isEnabled });

/** One change often sends two events. */
const joinMs = 100;

/**
 * Reads the assistants again when somebody has saved one, the person's rights have changed or another language is shown,
 * while mounted.
 */
export function useAssistantEvents(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const reload = () => void cache.invalidateQueries({ queryKey: assistantKeys.all });
    const endEvents = loadAfterEvents(["assistants", "rights", "resync"], reload, { delayMs: joinMs });
    const endLocaleChanges = onLocaleChange(reload);
    return () => {
      endEvents();
      endLocaleChanges();
    };
  }, [cache]);
}
