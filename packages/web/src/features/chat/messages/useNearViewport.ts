import { type RefObject, useEffect, useRef, useState } from "react";

export type Proximity = "near" | "far";
type Listener = (nearness: Proximity) => void;

/** Calls `listener` whenever the element comes near to what is seen, or is far from it. Gives the function that ends that. */
export type WatchProximity = (element: Element, listener: Listener) => () => void;

/** Nearer than this, it may be seen soon; between the two nothing changes, so that a small step back costs nothing. CSS px. */
const nearPx = 1_000;
const farPx = 2_500;

/** Gives the watch over what stands in a scrolled area; the same function at every draw. Use it in effects. */
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
  const observer = (marginPx: number, wanted: boolean, nearness: Proximity) =>
    new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting === wanted) listeners.get(target)?.(nearness);
        }
      },
      { root, rootMargin: `${marginPx}px 0px` },
    );
  return { near: observer(nearPx, true, "near"), far: observer(farPx, false, "far"), listeners };
}
