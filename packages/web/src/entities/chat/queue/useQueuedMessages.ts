import { useStore } from "zustand";
import { useChat } from "../ChatProvider.tsx";
import type { QueuedMessage } from "./queuedMessages.ts";

const noMessages: readonly QueuedMessage[] = [];

/** Returns the queued messages of a conversation, in the order in which they are sent. */
export function useQueuedMessages(conversationId: string): readonly QueuedMessage[] {
  return useStore(useChat().queuedMessages.store, (queues) => queues[conversationId] ?? noMessages);
}

export function useHasQueuedMessages(conversationId: string): boolean {
  return useStore(useChat().queuedMessages.store, (queues) => queues[conversationId] !== undefined);
}
