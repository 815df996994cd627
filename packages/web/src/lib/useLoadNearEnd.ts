import { type RefObject, useEffect } from "react";

/** The next page is requested when less than this remains below the visible rows, in CSS px. */
const loadWithinPx = 400;

/** True if the visible part of a scroll area is near its end. */
export function isNearEnd({
  scrollHeight,
  scrollTop,
  clientHeight,
}: Pick<Element, "scrollHeight" | "scrollTop" | "clientHeight">): boolean {
  return scrollHeight - scrollTop - clientHeight < loadWithinPx;
}

/** Loads more rows near the end of a scroll area. Returns the handler of its scroll events. */
export function useLoadNearEnd(
  scrollRef: RefObject<Element | null>,
  rowCount: number,
  loadMore: () => void,
): () => void {
  const loadNearEnd = () => {
    if (scrollRef.current && isNearEnd(scrollRef.current)) loadMore();
  };
  // If the rows do not fill the area, there are no scroll events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded page may require the next one
  useEffect(loadNearEnd, [rowCount, loadMore]);
  return loadNearEnd;
}
