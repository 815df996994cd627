import { type RefObject, useEffect, useRef } from "react";
import { useUncoveredEscape } from "../../ui/focus/useUncoveredEscape.ts";
import type { PanelState } from "./usePanel.ts";

interface PanelFocus {
  panelRef: RefObject<HTMLElement | null>;
  /** The button that opens the panel. Rendered while the panel is closed, unless a menu opens it. */
  toggleRef: RefObject<HTMLButtonElement | null>;
}

/**
 * Moves the focus into the panel when it opens. When it closes, moves the focus to the button that opens it, or else back
 * to where it was, unless the focus is elsewhere on the page. Esc closes a panel that covers the page.
 */
export function usePanelFocus({ isOpen, isOverlay, close }: PanelState): PanelFocus {
  const panelRef = useRef<HTMLElement>(null);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const wasOpenRef = useRef(isOpen);
  const previousFocusRef = useRef<Element | null>(null);

  useEffect(() => {
    if (wasOpenRef.current === isOpen) return;
    wasOpenRef.current = isOpen;
    if (isOpen) {
      previousFocusRef.current = document.activeElement;
      panelRef.current?.focus({ preventScroll: true });
    } else if (isLostOrWithin(document.activeElement, panelRef.current)) {
      const target = toggleRef.current ?? previousFocusRef.current;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    }
  }, [isOpen]);

  useUncoveredEscape(isOpen && isOverlay, close);

  return { panelRef, toggleRef };
}

/** True if the focus is still in the closed panel, or on no element. */
function isLostOrWithin(focused: Element | null, panel: HTMLElement | null): boolean {
  return !focused || focused === document.body || panel?.contains(focused) === true;
}
