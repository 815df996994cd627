import type { ConversationCache } from "./conversationCache.ts";

/** The message that a tab sends to the others after a change. */
export interface TabChange {
  ids: readonly string[];
  isListChanged: boolean;
}

/**
 * Applies the changes of other tabs and adds the function that notifies them to `channels`. Returns the function that
 * disconnects.
 */
export function connectTabs(
  userId: string,
  cached: ConversationCache,
  channels: Set<(change: TabChange) => void>,
): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(`lectern.conversations.${userId}`);
  const send = (change: TabChange) => channel.postMessage(change);
  channels.add(send);
  channel.addEventListener("message", ({ data }: MessageEvent<TabChange>) => {
    for (const id of data.ids) cached.invalidate(id);
    if (data.isListChanged) cached.invalidateList();
  });
  return () => {
    channels.delete(send);
    channel.close();
  };
}
