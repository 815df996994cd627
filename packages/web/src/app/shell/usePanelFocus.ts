import { type RefObject, useEffect, useRef } from "react";
import type { PanelState } from "./usePanel.ts";

interface PanelFocus {
  panelRef: RefObject<HTMLElement | null>;
  /** The button that opens the panel. Rendered while the panel is closed. */
  toggleRef: RefObject<HTMLButtonElement | null>;
}

/**
 * Moves the focus into a panel that opens, and back to its button when it closes. Esc closes a panel that covers the
 * page.
 */
export function usePanelFocus({ isOpen, isOver, close }: PanelState): PanelFocus {
  const panelRef = useRef<HTMLElement>(null);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (isOpen) panelRef.current?.focus({ preventScroll: true });
    else if (isLostOrWithin(document.activeElement, panelRef.current))
      toggleRef.current?.focus({ preventScroll: true });
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen || !isOver) return;
    let isCovered = false;
    // If a dialog or menu is open above the panel, Esc must close only that. Check in the capture phase, before it
    // closes.
    const checkCovered = () => {
      isCovered = document.querySelector("[role=dialog],[role=alertdialog],[role=menu]") !== null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isCovered) close();
    };
    addEventListener("keydown", checkCovered, true);
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("keydown", checkCovered, true);
      removeEventListener("keydown", onKeyDown);
    };
  }, [isOpen, isOver, close]);

  return { panelRef, toggleRef };
}

/** True if the focus is still in the closed panel, or on no element. */
function isLostOrWithin(focused: Element | null, panel: HTMLElement | null): boolean {
  return !focused || focused === document.body || panel?.contains(focused) === true;
}
