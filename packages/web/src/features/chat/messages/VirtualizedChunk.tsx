import { type ReactNode, type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import classes from "./MessageList.module.css";
import type { WatchProximity } from "./useNearViewport.ts";

interface VirtualizedChunkProps {
  watch: WatchProximity;
  /** How high it will be. CSS px. */
  estimatedPx: number;
  /** Drawn with the first frame. */
  isRenderedInitially: boolean;
  /** Drawn now, however far it is. */
  isRequested: boolean;
  /** Drawn as soon as there is time, and never taken out. */
  staysMounted: boolean;
  scrollArea: () => HTMLElement | null;
  children: () => ReactNode;
}

/**
 * A part of a long page that stands in it while it is near to what is seen. Otherwise an empty box as high as it was, or will
 * be, keeps its place. What has the focus, or a part of what is selected, stays.
 */
export function VirtualizedChunk(props: VirtualizedChunkProps) {
  const { watch, estimatedPx, isRenderedInitially, isRequested, staysMounted, scrollArea, children } = props;
  const [isRendered, setIsRendered] = useState(isRenderedInitially);
  const [lastPx, setLastPx] = useState<number | null>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  if (isRequested && !isRendered) setIsRendered(true);

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    return watch(box, (nearness) => {
      if (nearness === "near") return setIsRendered(true);
      if (staysMounted || isInUse(box)) return;
      setLastPx(box.offsetHeight);
      setIsRendered(false);
    });
  }, [watch, staysMounted]);

  useEffect(() => {
    if (!staysMounted || isRendered) return;
    return whenIdle(() => startTransition(() => setIsRendered(true)));
  }, [staysMounted, isRendered]);

  useScrollAnchoring(boxRef, isRendered, scrollArea);
  const height = isRendered ? undefined : (lastPx ?? estimatedPx);
  return (
    <div ref={boxRef} className={classes.chunk} style={{ height }}>
      {isRendered && children()}
    </div>
  );
}

function isInUse(box: Element): boolean {
  if (box.contains(document.activeElement)) return true;
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(box, true);
}

/** Where the browser does not keep the reader's place by itself: what grows or shrinks above it moves the page along. */
function useScrollAnchoring(
  boxRef: RefObject<HTMLElement | null>,
  isRendered: boolean,
  scrollArea: () => HTMLElement | null,
): void {
  const lastPx = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: being drawn is what changes the height.
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box || CSS.supports("overflow-anchor", "auto")) return;
    const area = scrollArea();
    const grownPx = box.offsetHeight - (lastPx.current ?? box.offsetHeight);
    lastPx.current = box.offsetHeight;
    if (area && box.getBoundingClientRect().top < area.getBoundingClientRect().top) area.scrollTop += grownPx;
  }, [isRendered]);
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}
