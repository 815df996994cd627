import { useStore } from "zustand";
import { useChat } from "../ChatProvider.tsx";
import type { PendingRetry } from "./automaticRetries.ts";

/** Returns the retry that the last answer of a conversation waits for; null: none. */
export function usePendingRetry(conversationId: string): PendingRetry | null {
  return useStore(useChat().retries.store, (retries) => retries[conversationId] ?? null);
}
