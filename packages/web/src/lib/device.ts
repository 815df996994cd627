import { narrowWidthPx } from "@lectern/contract";
import { useCallback, useSyncExternalStore } from "react";
import { isOffline } from "./network.ts";

/** True if the window has the narrow layout. */
export const useIsNarrow = () => useMediaQuery(narrowQuery);

/** True if there is space for a list beside the content, also in dialogs. */
export const useIsWide = () => useMediaQuery(wideQuery);

/** True if the controls of a page fit beside its title, also in dialogs of nearly the size of the window. */
export const useHasWideBar = () => useMediaQuery(wideBarQuery);

/** True on phones and tablets, which are mostly used without a keyboard. */
export const useIsTouchDevice = () => useMediaQuery(touchQuery);

/** True if the browser reports that it is online. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, isOnline, isOnline);
}

/** True on Apple devices, whose keyboards have ⌘. */
export const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

const narrowQuery = `(width < ${narrowWidthPx}px)`;
const wideQuery = "(width >= 1024px)";
const wideBarQuery = "(width >= 1280px)";
const touchQuery = "(pointer: coarse)";
const isOnline = () => !isOffline();

function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  // Without a window, as in tests, no query matches: the layout is wide.
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
