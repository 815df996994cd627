import { notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallError } from "./callError.ts";

/** Allows two retries of calls that may have failed temporarily: no response, or status 502, 503 or 504. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= 2 || !(error instanceof CallError)) return false;
  return error.status === null || error.status === 502 || error.status === 503 || error.status === 504;
}

// Render results immediately. With the default timer, each step of the first screen would wait for other queued work.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  // Most parts of the app fall back to defaults. The rest of a key contains ids, which the console does not need.
  queryCache: new QueryCache({
    onError: (error, { queryKey: [name] }) => console.warn(`The query "${name}" failed.`, error.message),
  }),
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: shouldRetry, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
