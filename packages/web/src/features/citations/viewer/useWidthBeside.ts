import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** The part of the window that the viewer takes beside the conversation, and its bounds in CSS px. */
const windowShare = 0.42;
const minWidthPx = 416;
const maxWidthPx = 768;
/** The minimum width of the conversation beside the viewer, in CSS px. */
const minConversationPx = 380;

/** The root element's property with the viewer's width while it is beside the conversation. The shell leaves it free. */
export const viewerWidthProperty = "--viewer-width";

/** Returns the width of the viewer beside the conversation in CSS px; null if there is not enough space for both. */
export function useWidthBeside(): number | null {
  return useSyncExternalStore(subscribe, computeWidthBeside);
}

/**
 * Calls `onSqueezed` when something else beside the conversation, such as a panel that is opened, leaves it too little
 * space. After a change of the window, `useWidthBeside` says whether there is enough.
 */
export function useSqueezed(onSqueezed: () => void): void {
  const handleSqueezed = useEffectEvent(onSqueezed);
  useEffect(() => {
    const main = document.querySelector("main");
    if (!main) return;
    const observer = new ResizeObserver(() => {
      if (main.clientWidth < minConversationPx) handleSqueezed();
    });
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
}

function computeWidthBeside(): number | null {
  const widthPx = Math.round(Math.min(maxWidthPx, Math.max(minWidthPx, innerWidth * windowShare)));
  const conversationPx = document.querySelector("main")?.clientWidth ?? 0;
  const viewerPx = Number.parseFloat(document.documentElement.style.getPropertyValue(viewerWidthProperty)) || 0;
  return conversationPx + viewerPx - widthPx >= minConversationPx ? widthPx : null;
}

function subscribe(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
