import { type RefObject, useLayoutEffect, useRef } from "react";

/** Gives the ref of what stands at the foot of the page and keeps its height in `--foot-height`, so that notices stand above it. */
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
