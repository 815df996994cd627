import { useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { Run, RunStore } from "./runStore.ts";

const subscribeToNothing = () => () => {};

/** True while an answer is being written in this conversation. */
export function useIsStreaming(store: RunStore, conversationId: string): boolean {
  return useStore(store, ({ runs }) => runs[conversationId] !== undefined);
}

/** True from the request to stop the answer until the answer has ended. */
export function useIsStopping(store: RunStore, conversationId: string): boolean {
  return useStore(store, ({ runs }) => runs[conversationId]?.phase === "stopping");
}

/** Returns the id of the message that is being written, or null. */
export function useLiveAnswerId(store: RunStore, conversationId: string): string | null {
  return useStore(store, ({ runs }) => runs[conversationId]?.replyId ?? null);
}

/**
 * Returns the answer that is being written. A component subscribes to it only if `isLive` is true, and then renders at
 * most once a frame.
 */
export function useLiveRun(store: RunStore, conversationId: string, isLive: boolean): Run | null {
  const readRun = () => (isLive ? (store.getState().runs[conversationId] ?? null) : null);
  return useSyncExternalStore(isLive ? store.subscribe : subscribeToNothing, readRun, readRun);
}
