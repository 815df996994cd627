import { type RefObject, useEffect, useRef, useState } from "react";

export type Proximity = "near" | "far";
type Listener = (proximity: Proximity) => void;

/**
 * Calls `listener` when the element comes near the viewport or moves far away. Returns the function that stops
 * watching.
 */
export type WatchProximity = (element: Element, listener: Listener) => () => void;

/**
 * An element comes near within `nearPx` and moves far away beyond `farPx`, in CSS px. The gap prevents repeated changes
 * when the person scrolls back and forth.
 */
const nearPx = 1_000;
const farPx = 2_500;

/** Returns a stable function that watches elements in a scrolled area. Call it in effects. */
export function useNearViewport(areaRef: RefObject<HTMLElement | null>): WatchProximity {
  const watchersRef = useRef<Watchers | null>(null);
  useEffect(
    () => () => {
      watchersRef.current?.near.disconnect();
      watchersRef.current?.far.disconnect();
      watchersRef.current = null;
    },
    [],
  );
  const [watch] = useState(
    (): WatchProximity => (element, listener) => {
      watchersRef.current ??= createWatchers(areaRef.current);
      const { near, far, listeners } = watchersRef.current;
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
  const createObserver = (marginPx: number, reportsIntersecting: boolean, proximity: Proximity) =>
    new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting === reportsIntersecting) listeners.get(target)?.(proximity);
        }
      },
      { root, rootMargin: `${marginPx}px 0px` },
    );
  return { near: createObserver(nearPx, true, "near"), far: createObserver(farPx, false, "far"), listeners };
}
