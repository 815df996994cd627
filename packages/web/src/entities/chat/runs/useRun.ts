import { useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { Run, RunStore } from "./runStore.ts";

const nothing = () => () => {};

/** Whether an answer is being written in this conversation. */
export function useIsStreaming(store: RunStore, conversationId: string): boolean {
  return useStore(store, ({ runs }) => runs[conversationId] !== undefined);
}

/** Whether the answer was asked to stop and has not ended yet. */
export function useIsStopping(store: RunStore, conversationId: string): boolean {
  return useStore(store, ({ runs }) => runs[conversationId]?.phase === "stopping");
}

/** The id of the message that is being written, or null. */
export function useLiveReplyId(store: RunStore, conversationId: string): string | null {
  return useStore(store, ({ runs }) => runs[conversationId]?.replyId ?? null);
}

/** The answer as it comes. Only where `isLive` does the component listen, and is drawn again with each frame's news. */
export function useLiveRun(store: RunStore, conversationId: string, isLive: boolean): Run | null {
  const read = () => (isLive ? (store.getState().runs[conversationId] ?? null) : null);
  return useSyncExternalStore(isLive ? store.subscribe : nothing, read, read);
}
