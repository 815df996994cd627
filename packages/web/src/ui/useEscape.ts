import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `onEscape` when Esc is pressed, wherever the focus is: a menu or dialog that is just opening does not have the
 * focus yet. Other handlers find the event's default prevented.
 */
export function useEscape(onEscape: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    onEscape();
  });
  // A layout effect: an effect may run after the first key press on a busy computer.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    addEventListener("keydown", listener, true);
    return () => removeEventListener("keydown", listener, true);
  }, []);
}
