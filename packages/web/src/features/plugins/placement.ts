/** A point in pixels from the lower left corner of the free area over a conversation, as it is stored: y points down. */
export interface PluginLocation {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The upper left corner of the selector in the area, in pixels. */
export interface Corner {
  left: number;
  top: number;
}

/** Where the selector is until it is moved, if there is room beside the messages. */
export const defaultLocation: PluginLocation = { x: 100, y: -250 };

/**
 * Where the selector is until it is moved. `beside`: to the left of the messages. `below`: in the free space below the
 * last message, so only while that is in view. `corner`: at the upper right of an empty chat.
 */
export type StartPlace = "beside" | "below" | "corner";

/** The width of the collapsed selector on touch screens, and the space between it and the messages. */
const collapsedPx = 44;
const gapPx = 8;

/** `columnLeft`: where the messages begin, in pixels from the left edge of the area. */
export function chooseStartPlace(columnLeft: number, isEmpty: boolean): StartPlace {
  if (columnLeft >= collapsedPx + gapPx) return "beside";
  return isEmpty ? "corner" : "below";
}

export function getStartLocation(place: StartPlace, selector: Size, columnLeft: number): PluginLocation {
  switch (place) {
    case "beside":
      return { ...defaultLocation, x: Math.min(defaultLocation.x, columnLeft - selector.width - gapPx) };
    case "below":
      return { x: Number.POSITIVE_INFINITY, y: 0 };
    case "corner":
      return { x: Number.POSITIVE_INFINITY, y: Number.NEGATIVE_INFINITY };
    default:
      return place satisfies never;
  }
}

/** Returns where a selector of this size is shown: at its location or, where that is outside, at the nearest edge. */
export const placeSelector = ({ x, y }: PluginLocation, selector: Size, area: Size): Corner =>
  clampCorner({ left: x, top: area.height + y }, selector, area);

export const clampCorner = ({ left, top }: Corner, selector: Size, area: Size): Corner => ({
  left: Math.max(0, Math.min(left, area.width - selector.width)),
  top: Math.max(0, Math.min(top, area.height - selector.height)),
});

export interface Box extends Corner, Size {}

/** Returns the corner, or the nearest one above or below `obstacle` at which a selector of this size does not cover it. */
export function avoidObstacle(corner: Corner, selector: Size, area: Size, obstacle: Box | null): Corner {
  if (!obstacle) return corner;
  const isBeside = corner.left + selector.width <= obstacle.left || corner.left >= obstacle.left + obstacle.width;
  const highest = obstacle.top - gapPx - selector.height;
  const lowest = obstacle.top + obstacle.height + gapPx;
  if (isBeside || corner.top <= highest || corner.top >= lowest) return corner;
  const isCloserAbove = corner.top - highest <= lowest - corner.top;
  const fitsBelow = lowest + selector.height <= area.height;
  return { ...corner, top: Math.max(0, isCloserAbove || !fitsBelow ? highest : lowest) };
}

export const toLocation = ({ left, top }: Corner, area: Size): PluginLocation => ({ x: left, y: top - area.height });

const stepPx = 16;
const largeStepPx = 64;
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the corner after a key press, which may be outside the area; null for a key that does not move. */
export function moveByKey({ left, top }: Corner, key: string, isLarge: boolean): Corner | null {
  const direction = directions[key];
  if (!direction) return null;
  const px = isLarge ? largeStepPx : stepPx;
  return { left: left + direction[0] * px, top: top + direction[1] * px };
}
