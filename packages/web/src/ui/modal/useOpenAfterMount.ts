import { useEffect, useState } from "react";

/**
 * When a dialog opens: not before it has been mounted closed. One that is mounted open does not learn what had the focus, and
 * cannot give it back.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isOpen && isMounted;
}
