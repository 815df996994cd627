import type { LetterRange } from "../findPassage.ts";

/** A rectangle on a page, as shares of its width and height from the top left. */
export interface Highlight {
  left: number;
  top: number;
  width: number;
  height: number;
  /** True for the key sentence, which is also part of the passage. */
  isKey?: boolean;
}

/** A piece of a page's text as pdf.js returns it: `transform` is a matrix, sizes are in the page's units. */
export interface PageText {
  str: string;
  transform: readonly number[];
  width: number;
  height: number;
  fontName?: string;
}

/** Returns the share of an item's width that is before one of its characters. */
export type GetShare = (item: PageText, character: number) => number;

/** As if all letters were equally wide. */
export const getEqualShare: GetShare = ({ str }, character) => character / str.length;

/** The part of pdf.js's viewport that is used. `width` and `height` are in CSS px at scale 1. */
export interface PageGeometry {
  width: number;
  height: number;
  convertToViewportPoint: (x: number, y: number) => number[];
}

/** The part of a line's height that is below its baseline. */
const descentShare = 0.22;
const maxHighlights = 400;

/**
 * Returns the rectangles of the ranges, one per line of text. `positions` has the item and the character of each letter
 * to which the ranges refer.
 */
export function getHighlights(
  items: readonly PageText[],
  positions: readonly LetterPosition[],
  ranges: readonly LetterRange[],
  geometry: PageGeometry,
  getShare: GetShare = getEqualShare,
): Highlight[] {
  const highlights: Highlight[] = [];
  for (const { from, to } of ranges) {
    for (const [itemIndex, part] of Map.groupBy(positions.slice(from, to), ({ item }) => item)) {
      const item = items[itemIndex];
      const first = part[0]?.character ?? 0;
      const last = part.at(-1)?.character ?? first;
      const box = item && getBox(item, getShare(item, first), getShare(item, last + 1), geometry);
      if (box) addToLine(highlights, box);
      if (highlights.length >= maxHighlights) return highlights;
    }
  }
  return highlights;
}

/** Where a letter is: the index of the item and the position in its text in UTF-16 code units. */
export interface LetterPosition {
  item: number;
  character: number;
}

/** Returns the box of a part of an item, which starts and ends at these shares of its width. */
function getBox(item: PageText, start: number, end: number, geometry: PageGeometry): Highlight | null {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform;
  const along = Math.hypot(a, b) || 1;
  const across = Math.hypot(c, d) || 1;
  const height = item.height || across;
  const corners = [start, end].flatMap((share) =>
    [-descentShare, 1 - descentShare + 0.12].map((level) =>
      geometry.convertToViewportPoint(
        x + (a / along) * item.width * share + (c / across) * height * level,
        y + (b / along) * item.width * share + (d / across) * height * level,
      ),
    ),
  );
  const lefts = corners.map(([left = 0]) => left / geometry.width);
  const tops = corners.map(([, top = 0]) => top / geometry.height);
  const left = Math.max(0, Math.min(...lefts));
  const top = Math.max(0, Math.min(...tops));
  const width = Math.min(1, Math.max(...lefts)) - left;
  const boxHeight = Math.min(1, Math.max(...tops)) - top;
  return width > 0 && boxHeight > 0 ? { left, top, width, height: boxHeight } : null;
}

/** Extends the last rectangle if the box continues its line, else adds the box. */
function addToLine(highlights: Highlight[], box: Highlight): void {
  const last = highlights.at(-1);
  const isSameLine =
    last !== undefined &&
    Math.abs(last.top + last.height / 2 - (box.top + box.height / 2)) < Math.min(last.height, box.height) / 2 &&
    box.left >= last.left &&
    box.left - (last.left + last.width) < Math.max(last.height, box.height) * 2;
  if (!last || !isSameLine) {
    highlights.push({ ...box });
    return;
  }
  const right = Math.max(last.left + last.width, box.left + box.width);
  const bottom = Math.max(last.top + last.height, box.top + box.height);
  last.top = Math.min(last.top, box.top);
  last.width = right - last.left;
  last.height = bottom - last.top;
}
