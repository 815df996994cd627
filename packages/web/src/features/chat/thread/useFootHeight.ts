import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns the ref of the area below the messages, and writes the height of that area to `--foot-height`, so that on
 * narrow screens notices appear above it.
 */
export function useFootHeight(): RefObject<HTMLDivElement | null> {
  const footRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const foot = footRef.current;
    if (!foot) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--foot-height", `${foot.offsetHeight}px`));
    observer.observe(foot);
    return () => {
      observer.disconnect();
      style.removeProperty("--foot-height");
    };
  }, []);
  return footRef;
}
