import { type ReactNode, type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { whenIdle } from "../../../lib/preload/whenIdle.ts";
import classes from "./MessageList.module.css";
import type { WatchProximity } from "./useNearViewport.ts";

interface VirtualizedChunkProps {
  watch: WatchProximity;
  /** The estimated height, in CSS px. */
  estimatedPx: number;
  /** True if the chunk is rendered with the first frame. */
  isRenderedInitially: boolean;
  /** True if the chunk must be rendered now, even if it is far from the viewport. */
  isRequested: boolean;
  /** True if the chunk is rendered as soon as the browser is idle, and never unmounted. */
  staysMounted: boolean;
  /** True while the whole page is being printed. */
  isPrinting: boolean;
  getScrollArea: () => HTMLElement | null;
  children: () => ReactNode;
}

/**
 * A part of a long page that is rendered only near the viewport. Otherwise an empty box with its last or estimated
 * height takes its place. A part that contains the focus or selected text remains rendered.
 */
export function VirtualizedChunk(props: VirtualizedChunkProps) {
  const { watch, estimatedPx, isRenderedInitially, isRequested, staysMounted, isPrinting, getScrollArea, children } =
    props;
  const [isRendered, setIsRendered] = useState(isRenderedInitially);
  const [lastHeightPx, setLastHeightPx] = useState<number | null>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  if (isRequested && !isRendered) setIsRendered(true);

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    return watch(box, (proximity) => {
      if (proximity === "near") return setIsRendered(true);
      if (staysMounted || isInUse(box)) return;
      setLastHeightPx(box.offsetHeight);
      setIsRendered(false);
    });
  }, [watch, staysMounted]);

  useEffect(() => {
    if (!staysMounted || isRendered) return;
    return whenIdle(() => startTransition(() => setIsRendered(true)));
  }, [staysMounted, isRendered]);

  useScrollAnchoring(boxRef, isRendered, getScrollArea);
  const hasContent = isRendered || isPrinting;
  const height = hasContent ? undefined : (lastHeightPx ?? estimatedPx);
  return (
    <div ref={boxRef} className={classes.chunk} style={{ height }}>
      {hasContent && children()}
    </div>
  );
}

function isInUse(box: Element): boolean {
  if (box.contains(document.activeElement)) return true;
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(box, true);
}

/**
 * In browsers without scroll anchoring, corrects the scroll position when a chunk that starts above the visible area is
 * rendered or unmounted.
 */
function useScrollAnchoring(
  boxRef: RefObject<HTMLElement | null>,
  isRendered: boolean,
  getScrollArea: () => HTMLElement | null,
): void {
  const lastHeightPxRef = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rendering is what changes the height.
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box || CSS.supports("overflow-anchor", "auto")) return;
    const area = getScrollArea();
    const heightChangePx = box.offsetHeight - (lastHeightPxRef.current ?? box.offsetHeight);
    lastHeightPxRef.current = box.offsetHeight;
    if (area && box.getBoundingClientRect().top < area.getBoundingClientRect().top) area.scrollTop += heightChangePx;
  }, [isRendered]);
}
