import { notifyManager, QueryClient } from "@tanstack/react-query";
import { CallError } from "./callError.ts";

/** Tries again only what may pass by itself: no reply, or trouble behind the server. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= 2 || !(error instanceof CallError)) return false;
  return error.status === null || error.status === 502 || error.status === 503 || error.status === 504;
}

// What has come is drawn at once. By a timer each step of the first screen would wait for everything else that is due.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: shouldRetry, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
