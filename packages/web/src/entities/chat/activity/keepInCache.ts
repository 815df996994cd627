import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import type { ChatRuns } from "../runs/chatRuns.ts";

/**
 * Keeps conversations in the cache while they are being answered, also if they are not open. Returns the function that
 * stops this.
 */
export function keepInCache(cache: QueryClient, userId: string, runs: Pick<ChatRuns, "observe">): () => void {
  const unsubscribers = new Map<string, () => void>();
  const release = (id: string) => {
    unsubscribers.get(id)?.();
    unsubscribers.delete(id);
  };
  const stopObserving = runs.observe({
    onStart(id) {
      release(id);
      const observer = new QueryObserver(cache, { queryKey: conversationKeys.one(userId, id), enabled: false });
      unsubscribers.set(
        id,
        observer.subscribe(() => {}),
      );
    },
    onEnd: release,
  });
  return () => {
    stopObserving();
    for (const id of unsubscribers.keys()) release(id);
  };
}
