import { type ReactNode, type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import classes from "./MessageList.module.css";
import type { WatchNearness } from "./useNearViewport.ts";

interface NearOnlyProps {
  watch: WatchNearness;
  /** How high it will be. CSS px. */
  estimatedPx: number;
  /** Drawn with the first frame. */
  isDrawnAtFirst: boolean;
  /** Drawn now, however far it is. */
  isWanted: boolean;
  /** Drawn as soon as there is time, and never taken out. */
  isKept: boolean;
  scrollArea: () => HTMLElement | null;
  children: () => ReactNode;
}

/**
 * A part of a long page that stands in it while it is near to what is seen. Otherwise an empty box as high as it was, or will
 * be, keeps its place. What has the focus, or a part of what is selected, stays.
 */
export function VirtualizedChunk(props: NearOnlyProps) {
  const { watch, estimatedPx, isDrawnAtFirst, isWanted, isKept, scrollArea, children } = props;
  const [isDrawn, setIsDrawn] = useState(isDrawnAtFirst);
  const [lastPx, setLastPx] = useState<number | null>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  if (isWanted && !isDrawn) setIsDrawn(true);

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    return watch(box, (nearness) => {
      if (nearness === "near") return setIsDrawn(true);
      if (isKept || isInUse(box)) return;
      setLastPx(box.offsetHeight);
      setIsDrawn(false);
    });
  }, [watch, isKept]);

  useEffect(() => {
    if (!isKept || isDrawn) return;
    return whenIdle(() => startTransition(() => setIsDrawn(true)));
  }, [isKept, isDrawn]);

  useKeptPlace(boxRef, isDrawn, scrollArea);
  const height = isDrawn ? undefined : (lastPx ?? estimatedPx);
  return (
    <div ref={boxRef} className={classes.chunk} style={{ height }}>
      {isDrawn && children()}
    </div>
  );
}

function isInUse(box: Element): boolean {
  if (box.contains(document.activeElement)) return true;
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(box, true);
}

/** Where the browser does not keep the reader's place by itself: what grows or shrinks above it moves the page along. */
function useKeptPlace(
  boxRef: RefObject<HTMLElement | null>,
  isDrawn: boolean,
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
  }, [isDrawn]);
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}
