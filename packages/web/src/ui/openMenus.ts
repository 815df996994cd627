import { useEffectEvent, useLayoutEffect } from "react";
import { useEscape } from "./useEscape.ts";

/** The functions that close the open menus, in the order in which these were opened. */
const closers = new Set<() => void>();

/** Calls `onClose` for a menu that is open when Esc is pressed or `closeMenus` is called. */
export function useMenuClosing(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEscape(onClose);
  useLayoutEffect(() => {
    const closer = () => close();
    closers.add(closer);
    return () => void closers.delete(closer);
  }, []);
}

/** Closes all menus, because something else is about to be shown. Each gives the focus back to its button. */
export function closeMenus(): void {
  for (const close of [...closers].toReversed()) close();
}
