import { type RefObject, useEffect, useEffectEvent } from "react";
import { closeHighlight } from "../highlightStore.ts";

/**
 * Ends highlight mode on a click outside of the element, on a right-click and on Esc in the element, unless something is
 * being written. `close` also moves the focus.
 */
export function useEndOfMode(boxRef: RefObject<HTMLElement | null>, isWorking: boolean, close: () => void): void {
  const closeWithFocus = useEffectEvent(close);
  useEffect(() => {
    if (isWorking) return;
    const box = boxRef.current;
    const onPointerDown = ({ target }: PointerEvent) => {
      const isElsewhere = target instanceof Element && !box?.contains(target);
      // Notices and tooltips belong to what they are about.
      if (isElsewhere && !target.closest("[data-portal]")) closeHighlight();
    };
    // A long press is also how a touch selects text in the field.
    const onContextMenu = (event: MouseEvent) => {
      if (!(event instanceof PointerEvent && event.pointerType === "touch")) closeHighlight();
    };
    const onKeyDown = ({ key, isComposing }: KeyboardEvent) => {
      if (key === "Escape" && !isComposing) closeWithFocus();
    };
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("contextmenu", onContextMenu);
    box?.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("contextmenu", onContextMenu);
      box?.removeEventListener("keydown", onKeyDown);
    };
  }, [boxRef, isWorking]);
}
