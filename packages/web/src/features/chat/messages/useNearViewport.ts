import { type RefObject, useEffect, useRef, useState } from "react";

export type Proximity = "near" | "far";
type Listener = (nearness: Proximity) => void;

/**
 * Calls `listener` when the element comes near the viewport or moves far away. Returns the function that stops
 * watching.
 */
export type WatchProximity = (element: Element, listener: Listener) => () => void;

/** Distances in CSS px. Between the two distances nothing changes, so that scrolling back a little costs nothing. */
const nearPx = 1_000;
const farPx = 2_500;

/** Returns a stable function that watches elements in a scrolled area. Call it in effects. */
export function useNearViewport(areaRef: RefObject<HTMLElement | null>): WatchProximity {
  const watchers = useRef<Watchers | null>(null);
  useEffect(
    () => () => {
      watchers.current?.near.disconnect();
      watchers.current?.far.disconnect();
      watchers.current = null;
    },
    [],
  );
  const [watch] = useState(
    (): WatchProximity => (element, listener) => {
      watchers.current ??= createWatchers(areaRef.current);
      const { near, far, listeners } = watchers.current;
      listeners.set(element, listener);
      near.observe(element);
      far.observe(element);
      return () => {
        listeners.delete(element);
        near.unobserve(element);
        far.unobserve(element);
      };
    },
  );
  return watch;
}

interface Watchers {
  near: IntersectionObserver;
  far: IntersectionObserver;
  listeners: Map<Element, Listener>;
}

function createWatchers(root: HTMLElement | null): Watchers {
  const listeners = new Map<Element, Listener>();
  const observer = (marginPx: number, reportedState: boolean, nearness: Proximity) =>
    new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting === reportedState) listeners.get(target)?.(nearness);
        }
      },
      { root, rootMargin: `${marginPx}px 0px` },
    );
  return { near: observer(nearPx, true, "near"), far: observer(farPx, false, "far"), listeners };
}
