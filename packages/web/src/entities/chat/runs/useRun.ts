import { useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { Run, RunStore } from "./runStore.ts";

const nothing = () => () => {};

/** True while an answer is being written in this conversation. */
export function useIsStreaming(store: RunStore, conversationId: string): boolean {
  return useStore(store, ({ runs }) => runs[conversationId] !== undefined);
}

/** True while the answer has been asked to stop and has not ended. */
export function useIsStopping(store: RunStore, conversationId: string): boolean {
  return useStore(store, ({ runs }) => runs[conversationId]?.phase === "stopping");
}

/** The id of the message that is being written, or null. */
export function useLiveReplyId(store: RunStore, conversationId: string): string | null {
  return useStore(store, ({ runs }) => runs[conversationId]?.replyId ?? null);
}

/**
 * The answer that is being written. Only a component with `isLive` subscribes to it, and renders at most once a frame.
 */
export function useLiveRun(store: RunStore, conversationId: string, isLive: boolean): Run | null {
  const read = () => (isLive ? (store.getState().runs[conversationId] ?? null) : null);
  return useSyncExternalStore(isLive ? store.subscribe : nothing, read, read);
}
