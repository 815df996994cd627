import { type AssistantSummary, getAssistant, listAssistants } from "@lectern/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { loadAfterEvents } from "../../lib/browserEvents/loadAfterEvents.ts";
import { call } from "../../lib/call.ts";
import { onLocaleChange } from "../../lib/i18n/i18n.ts";
import { readAllPages } from "../../lib/readAllPages.ts";
import { flagsQuery } from "../flags/useFlag.ts";
import { translateSystemAssistants } from "./system/translateSystemAssistants.ts";
import { withoutApiAssistants } from "./system/withoutApiAssistants.ts";

export const assistantKeys = { all: ["assistants"], list: ["assistants", "list"] } as const;

/** The assistants that the person may chat with or edit, by name. */
export const assistantsQuery = queryOptions({
  queryKey: assistantKeys.list,
  queryFn: async ({ signal, client }): Promise<AssistantSummary[]> => {
    const assistants = await readAllPages(async (cursor) => {
      const { assistants: items, nextCursor } = await call(listAssistants, cursor === null ? {} : { cursor }, {
        signal,
      });
      return { items, nextCursor };
    });
    return translateSystemAssistants(await withoutApiAssistants(assistants, client));
  },
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
 * Reads the assistants again when somebody has saved one, the person's rights or the flag that some assistants need have
 * changed or another language is shown, while mounted.
 */
export function useAssistantEvents(): void {
  const cache = useQueryClient();
  const { data: flags } = useQuery(flagsQuery);
  const hasApiKeys = flags?.apiKeys;
  const lastFlagRef = useRef(hasApiKeys);
  useEffect(() => {
    if (hasApiKeys === undefined || hasApiKeys === lastFlagRef.current) return;
    // What was loaded before the flags were known has waited for them.
    if (lastFlagRef.current !== undefined) void cache.invalidateQueries({ queryKey: assistantKeys.all });
    lastFlagRef.current = hasApiKeys;
  }, [hasApiKeys, cache]);
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
