import { defaultMaxPlaceholders, optimizePrompt } from "@lectern/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

interface OptimizedPrompt {
  /** Null while it is being written, and after a failure. */
  template: string | null;
  /** Null while the prompt is being written, also after a failure. */
  error: Error | null;
  retry: () => void;
  /** Ends the request, if it is running. */
  cancel: () => void;
}

/**
 * Requests a better version of a text while `isEnabled`. It is kept for a while, so that opening the dialog again costs
 * nothing.
 */
export function useOptimizedPrompt(text: string, isEnabled: boolean): OptimizedPrompt {
  const cache = useQueryClient();
  const queryKey = ["optimizedPrompt", text];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(optimizePrompt, { prompt: text, maxPlaceholders: defaultMaxPlaceholders }, { signal }),
    enabled: isEnabled,
    // Each call costs something, so only the person repeats it.
    ...{ staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    // Without a network the call must fail immediately instead of waiting.
    networkMode: "always",
  });
  return {
    template: data?.prompt_template ?? null,
    error: data || isFetching ? null : error,
    retry: () => void refetch(),
    cancel: () => void cache.cancelQueries({ queryKey }),
  };
}
