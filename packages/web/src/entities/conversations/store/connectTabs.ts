import type { ConversationCache } from "./conversationCache.ts";

/** What one tab tells the others of. */
export interface TabChange {
  ids: readonly string[];
  isListChanged: boolean;
}

/** Follows what other tabs write, and puts the way to tell them into `channels`, until the function that it gives is called. */
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
