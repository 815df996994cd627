import { type RefObject, useEffect, useRef } from "react";
import type { PanelState } from "./usePanel.ts";

interface PanelFocus {
  panelRef: RefObject<HTMLElement | null>;
  /** The button that opens it, while it is closed. */
  toggleRef: RefObject<HTMLButtonElement | null>;
}

/** Moves the focus into a panel that opens, and back to its button; Esc closes one that lies over the page. */
export function usePanelFocus({ isOpen, isOver, close }: PanelState): PanelFocus {
  const panelRef = useRef<HTMLElement>(null);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (isOpen) panelRef.current?.focus({ preventScroll: true });
    else if (isNowhereElse(document.activeElement, panelRef.current)) toggleRef.current?.focus({ preventScroll: true });
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen || !isOver) return;
    let isBelow = false;
    // A dialog or a menu above the panel closes alone, wherever the focus is. Looked for before it has closed at this very key.
    const look = () => {
      isBelow = document.querySelector("[role=dialog],[role=alertdialog],[role=menu]") !== null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isBelow) close();
    };
    addEventListener("keydown", look, true);
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("keydown", look, true);
      removeEventListener("keydown", onKeyDown);
    };
  }, [isOpen, isOver, close]);

  return { panelRef, toggleRef };
}

/** Whether the focus is still in the panel that went, or already lost. */
function isNowhereElse(focused: Element | null, panel: HTMLElement | null): boolean {
  return !focused || focused === document.body || panel?.contains(focused) === true;
}
