import { useThrottledCallback } from "@mantine/hooks";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** The minimum time between two scrolls to the end that the content or the window's size causes. */
const followIntervalMs = 250;
/** The distance from the end, in CSS px, within which the view follows the end. */
const endZonePx = 30;

interface StickToEnd {
  scrollRef: RefObject<HTMLDivElement | null>;
  contentRef: RefObject<HTMLDivElement | null>;
  /** True if the view is more than `endZonePx` away from the end. */
  isAway: boolean;
  /** Scrolls to the end and follows it. */
  scrollToEnd: () => void;
  /** Stops following the end. */
  stopFollowing: () => void;
}

/**
 * Scrolls an area to its end whenever its content grows. Stops when the reader scrolls up, and resumes at the end.
 * `isActive`: false if the content is read from its beginning.
 */
export function useStickToEnd(isActive = true): StickToEnd {
  const scrollRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const isStickingRef = useRef(true);
  const isActiveRef = useRef(isActive);
  useLayoutEffect(() => {
    isActiveRef.current = isActive;
  }, [isActive]);
  const lastTopRef = useRef(0);
  const [isAway, setIsAway] = useState(false);

  const follow = useCallback(() => {
    const area = scrollRef.current;
    if (!area) return;
    // The reader has scrolled up, and the event of that comes later.
    if (area.scrollTop < lastTopRef.current && distanceToEnd(area) > endZonePx) isStickingRef.current = false;
    if (isStickingRef.current && isActiveRef.current) {
      area.scrollTop = area.scrollHeight;
      // The reader may scroll up before the event of this scroll, and both then cause one event.
      lastTopRef.current = area.scrollTop;
    }
    setIsAway(isActiveRef.current && distanceToEnd(area) > endZonePx);
  }, []);

  const followThrottled = useThrottledCallback(follow, followIntervalMs);

  const scrollToEnd = useCallback(() => {
    isStickingRef.current = true;
    lastTopRef.current = 0;
    follow();
  }, [follow]);

  const stopFollowing = useCallback(() => {
    isStickingRef.current = false;
  }, []);

  useLayoutEffect(() => {
    const area = scrollRef.current;
    const content = contentRef.current;
    if (!area || !content) return;
    const onScroll = () => {
      const distance = distanceToEnd(area);
      if (distance <= endZonePx) isStickingRef.current = true;
      // New text also moves the end away, but does not scroll upwards.
      else if (area.scrollTop < lastTopRef.current) isStickingRef.current = false;
      lastTopRef.current = area.scrollTop;
      // While the view follows the end, new text moves the end away only until the next scroll.
      setIsAway(isActiveRef.current && !isStickingRef.current && distance > endZonePx);
    };
    follow();
    const observer = new ResizeObserver(followThrottled);
    observer.observe(area);
    observer.observe(content);
    // What the reader unfolds is read from its beginning.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("[aria-expanded]:not([aria-haspopup])")) stopFollowing();
    };
    content.addEventListener("click", onClick);
    area.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      content.removeEventListener("click", onClick);
      area.removeEventListener("scroll", onScroll);
    };
  }, [follow, followThrottled, stopFollowing]);

  return { scrollRef, contentRef, isAway, scrollToEnd, stopFollowing };
}

function distanceToEnd(area: HTMLElement): number {
  return area.scrollHeight - area.scrollTop - area.clientHeight;
}
