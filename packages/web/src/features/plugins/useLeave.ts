import { type RefObject, useEffect, useEffectEvent } from "react";

/** Calls `onLeave` when the person presses or focuses something outside the element. Null: does nothing. */
export function useLeave(ref: RefObject<HTMLElement | null>, onLeave: (() => void) | null): void {
  const leave = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !ref.current?.contains(target)) onLeave?.();
  });
  const isActive = onLeave !== null;
  useEffect(() => {
    if (!isActive) return;
    // Before what is pressed handles the event, which may stop it.
    const options = { capture: true };
    document.addEventListener("pointerdown", leave, options);
    document.addEventListener("focusin", leave, options);
    return () => {
      document.removeEventListener("pointerdown", leave, options);
      document.removeEventListener("focusin", leave, options);
    };
  }, [isActive]);
}
