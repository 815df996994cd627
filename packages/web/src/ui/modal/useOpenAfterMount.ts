import { useLayoutEffect, useState } from "react";

/**
 * Delays the opening of a dialog until it has been mounted closed. A dialog that is mounted open does not record which
 * element had the focus, and cannot restore it. A layout effect: in between, nothing would handle Esc.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useLayoutEffect(() => setIsMounted(true), []);
  return isOpen && isMounted;
}
