import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { closePanel } from "../panels.ts";

/** The part of the window that the detail panel takes beside the conversation, and its bounds in CSS px. */
const windowShare = 0.42;
const minWidthPx = 416;
const maxWidthPx = 768;
/** The minimum width of the conversation beside the panel, in CSS px. */
const minConversationPx = 380;

/** The root element's property with the panel's width while it is beside the conversation. The shell leaves it free. */
const widthProperty = "--detail-width";

/**
 * Returns the width of the detail panel beside the conversation in CSS px; null if there is not enough space for both. It
 * may take the place of the right panel.
 */
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

/** Leaves space for the panel beside the conversation. Closes the right panel if there is not enough for both. */
export function takeSpaceBeside(widthPx: number): void {
  document.documentElement.style.setProperty(widthProperty, `${widthPx}px`);
  const main = document.querySelector("main");
  if (main && main.clientWidth < minConversationPx) closePanel("right");
}

export function returnSpaceBeside(): void {
  document.documentElement.style.removeProperty(widthProperty);
}

/** Returns the width of the detail panel beside the conversation in CSS px; null if there is not enough space for both. */
export function computeWidthBeside(): number | null {
  const main = document.querySelector("main");
  if (!main) return null;
  const widthPx = Math.round(Math.min(maxWidthPx, Math.max(minWidthPx, innerWidth * windowShare)));
  // With the places of the detail panel and the right panel.
  const spacePx = innerWidth - main.getBoundingClientRect().left;
  return spacePx - widthPx >= minConversationPx ? widthPx : null;
}

function subscribe(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
