import { narrowWidthPx } from "@lectern/contract";
import { useSyncExternalStore } from "react";
import { isOffline } from "./network.ts";

/** True if the window has the narrow layout. */
export function useIsNarrow(): boolean {
  // Without a window, as in tests, the layout is wide.
  return useSyncExternalStore(subscribeNarrow, isNarrow, () => false);
}

/** True if the browser reports that it is online. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, isOnline, isOnline);
}

/** True on Apple devices, whose keyboards have ⌘. */
export const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

const narrowQuery = `(width < ${narrowWidthPx}px)`;
const isNarrow = () => matchMedia(narrowQuery).matches;
const isOnline = () => !isOffline();

function subscribeNarrow(listener: () => void): () => void {
  const query = matchMedia(narrowQuery);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
