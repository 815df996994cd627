import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns the ref of the area below the messages, and writes the height of that area to `--foot-height`, so that
 * notices appear above it. While the message field is in the middle of the window, they appear at the top instead.
 */
export function useFootHeight(isInMiddle: boolean): RefObject<HTMLDivElement | null> {
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
  useLayoutEffect(() => {
    if (!isInMiddle) return;
    const { dataset } = document.documentElement;
    dataset.notices = "top";
    return () => {
      delete dataset.notices;
    };
  }, [isInMiddle]);
  return footRef;
}
