import type { ConversationCache } from "./conversationCache.ts";

/** The message that a tab sends to the others after a change. */
export interface TabChange {
  ids: readonly string[];
  isListChanged: boolean;
}

/**
 * Marks the conversations that other tabs have changed as outdated, and adds to `tabNotifiers` the function that
 * notifies the other tabs. Returns the function that disconnects.
 */
export function connectTabs(
  userId: string,
  conversationCache: ConversationCache,
  tabNotifiers: Set<(change: TabChange) => void>,
): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(`lectern.conversations.${userId}`);
  const send = (change: TabChange) => channel.postMessage(change);
  tabNotifiers.add(send);
  channel.addEventListener("message", ({ data }: MessageEvent<TabChange>) => {
    for (const id of data.ids) conversationCache.invalidate(id);
    if (data.isListChanged) conversationCache.invalidateList();
  });
  return () => {
    tabNotifiers.delete(send);
    channel.close();
  };
}
