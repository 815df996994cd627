import { useEffect, useState } from "react";

/**
 * Delays the opening of a dialog until it has been mounted closed. A dialog that is mounted open does not record which
 * element had the focus, and cannot restore it.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isOpen && isMounted;
}
