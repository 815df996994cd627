import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Point } from "./useZoomAnchor.ts";
import { clampZoom, getWheelScale } from "./zoomSteps.ts";

interface ZoomGesturesOptions {
  areaRef: RefObject<HTMLElement | null>;
  /** The element that is scaled while a gesture lasts. */
  wholeRef: RefObject<HTMLElement | null>;
  zoom: number;
  onZoom: (zoom: number, point: Point) => void;
}

/** Trackpads report pinches as turns of the wheel, without an end. */
const wheelEndMs = 150;

/**
 * Zooms with two fingers, and with Ctrl and the wheel. The pages are scaled as pictures while the gesture lasts, and are
 * drawn again at its end.
 */
export function useZoomGestures({ areaRef, wholeRef, zoom, onZoom }: ZoomGesturesOptions): void {
  const getScale = useEffectEvent((scale: number) => clampZoom(zoom * scale) / zoom);
  const finish = useEffectEvent((scale: number, point: Point) => onZoom(clampZoom(zoom * scale), point));
  useEffect(() => {
    const area = areaRef.current;
    const whole = wholeRef.current;
    if (!area || !whole) return;
    let pinch: { distance: number; point: Point; scale: number } | null = null;
    let wheel: { point: Point; scale: number; timer: ReturnType<typeof setTimeout> } | null = null;
    const toPoint = (x: number, y: number): Point => {
      const view = area.getBoundingClientRect();
      return { x: x - view.left, y: y - view.top };
    };
    const preview = (scale: number, { x, y }: Point) => {
      if (whole.style.transform === "") {
        const view = area.getBoundingClientRect();
        const box = whole.getBoundingClientRect();
        whole.style.transformOrigin = `${view.left + x - box.left}px ${view.top + y - box.top}px`;
      }
      whole.style.transform = `scale(${getScale(scale)})`;
    };
    const end = (scale: number, point: Point) => {
      whole.style.transform = "";
      finish(scale, point);
    };
    const onTouchStart = ({ touches }: TouchEvent) => {
      const fingers = readFingers(touches);
      if (fingers) pinch = { distance: fingers.distance, point: toPoint(fingers.x, fingers.y), scale: 1 };
    };
    const onTouchMove = (event: TouchEvent) => {
      const fingers = readFingers(event.touches);
      if (!pinch || !fingers) return;
      event.preventDefault();
      pinch.scale = fingers.distance / pinch.distance;
      preview(pinch.scale, pinch.point);
    };
    const onTouchEnd = () => {
      if (pinch) end(pinch.scale, pinch.point);
      pinch = null;
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { point = toPoint(event.clientX, event.clientY), scale = 1, timer } = wheel ?? {};
      clearTimeout(timer);
      const next = { point, scale: getScale(scale * getWheelScale(event)) };
      wheel = {
        ...next,
        timer: setTimeout(() => {
          wheel = null;
          end(next.scale, next.point);
        }, wheelEndMs),
      };
      preview(next.scale, point);
    };
    const controller = new AbortController();
    const active = { passive: false, signal: controller.signal };
    area.addEventListener("touchstart", onTouchStart, active);
    area.addEventListener("touchmove", onTouchMove, active);
    area.addEventListener("touchend", onTouchEnd, active);
    area.addEventListener("touchcancel", onTouchEnd, active);
    area.addEventListener("wheel", onWheel, active);
    return () => {
      controller.abort();
      clearTimeout(wheel?.timer);
    };
  }, [areaRef, wholeRef]);
}

/** Returns the distance of two fingers and the point between them; null for another number of fingers. */
function readFingers(touches: TouchList): { distance: number; x: number; y: number } | null {
  const [first, second] = touches;
  if (!first || !second || touches.length !== 2) return null;
  return {
    distance: Math.max(1, Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)),
    x: (first.clientX + second.clientX) / 2,
    y: (first.clientY + second.clientY) / 2,
  };
}
