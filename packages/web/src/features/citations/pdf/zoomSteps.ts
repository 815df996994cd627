/** A page is as wide as the view. */
export const fitWidth = 1;

const steps = [0.5, 0.75, fitWidth, 1.25, 1.5, 2, 3] as const;
const minZoom = steps[0];
const maxZoom = 3;

export const clampZoom = (zoom: number): number => Math.min(maxZoom, Math.max(minZoom, zoom));

const wheelSpeed = 0.01;
/** A notch of a mouse's wheel reports many times what a trackpad does in one event. */
const maxWheelPx = 20;
/** Some browsers report lines or pages instead of pixels. */
const pixelsPerUnit: Readonly<Record<number, number>> = { 0: 1, 1: 16, 2: 100 };

/** Returns by how much a turn of the wheel scales the pages. */
export function getWheelScale({ deltaY, deltaMode }: Pick<WheelEvent, "deltaY" | "deltaMode">): number {
  const px = deltaY * (pixelsPerUnit[deltaMode] ?? 1);
  return Math.exp(-Math.min(maxWheelPx, Math.max(-maxWheelPx, px)) * wheelSpeed);
}

type ZoomKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** Returns the zoom that a key chooses; null: none. */
export function getZoomOfKey({ key, ctrlKey, metaKey, altKey }: ZoomKey, zoom: number): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "0") return fitWidth;
  if (key === "-") return getNextZoom(zoom, -1);
  // On many keyboards, the plus is above the equals sign.
  return key === "+" || key === "=" ? getNextZoom(zoom, 1) : null;
}

/** Returns the next larger or smaller step; null if there is none. */
export function getNextZoom(zoom: number, direction: 1 | -1): number | null {
  const next = direction === 1 ? steps.find((step) => step > zoom) : steps.findLast((step) => step < zoom);
  return next ?? null;
}
