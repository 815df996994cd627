import type { Virtualizer } from "@tanstack/react-virtual";
import { scrollInFrames } from "../viewer/scrolling/scrollInFrames.ts";
import type { Hit } from "./countHits.ts";
import { findRanges, listUnitElements } from "./findRanges.ts";

/** The part of the virtualizer that brings a unit into the page. */
export type UnitScroller = Pick<Virtualizer<HTMLDivElement, Element>, "scrollToIndex" | "scrollToOffset">;

/** A page may take some seconds to be drawn, and only then has its text. */
const maxFrames = 900;
const requiredStableFrames = 4;
/** A hit nearer to the top or the bottom than this is moved: the names of a table's columns cover the edge. */
const marginPx = 56;
/** The space beside a hit that had to be scrolled to sideways. */
const sideSpacePx = 16;

/**
 * Scrolls to a hit, as soon as it is rendered, unless it is in view. Returns a function that stops it.
 */
export function scrollToHit(area: HTMLElement, query: string, hit: Hit, units: UnitScroller | null): () => void {
  let frameCount = 0;
  let stableFrames = 0;
  let isRequested = false;
  return scrollInFrames(area, () => {
    const range = findRanges(listUnitElements(area, hit.unit), query)[hit.ordinal];
    if (range) stableFrames = bringIntoView(area, range, units) ? 0 : stableFrames + 1;
    else if (!isRequested && units) {
      isRequested = true;
      // What is above the units has the number -1.
      if (hit.unit < 0) units.scrollToOffset(0);
      else units.scrollToIndex(hit.unit, { align: "start" });
    }
    frameCount += 1;
    return frameCount < maxFrames && stableFrames < requiredStableFrames;
  });
}

/** Scrolls a range into view, a third of the way down. Returns true if it was not in view. */
function bringIntoView(area: HTMLElement, range: Range, units: UnitScroller | null): boolean {
  const parent = range.startContainer.parentElement;
  for (let box = parent; box && box !== area; box = box.parentElement) scrollSideways(box, range);
  scrollSideways(area, range);
  const { top, bottom } = range.getBoundingClientRect();
  const view = area.getBoundingClientRect();
  // The keyboard of a phone covers a part of the page.
  const viewBottom = Math.min(view.bottom, (visualViewport?.offsetTop ?? 0) + (visualViewport?.height ?? innerHeight));
  if (top >= view.top + marginPx && bottom <= viewBottom - marginPx) return false;
  const previousTop = area.scrollTop;
  const nextTop = previousTop + top - view.top - (viewBottom - view.top) / 3;
  // Through the virtualizer, which otherwise corrects the position that it still knows.
  if (units) units.scrollToOffset(nextTop);
  else area.scrollTop = nextTop;
  return Math.abs(area.scrollTop - previousTop) >= 1;
}

/** Scrolls no farther than the range needs, so that the rest of its line stays in view. */
function scrollSideways(box: HTMLElement, range: Range): void {
  if (box.scrollWidth <= box.clientWidth) return;
  const { left, right } = range.getBoundingClientRect();
  const boxLeft = box.getBoundingClientRect().left;
  const viewLeft = boxLeft + (Number.parseFloat(getComputedStyle(box).scrollPaddingInlineStart) || 0);
  const viewRight = boxLeft + box.clientWidth;
  if (left >= viewLeft && right <= viewRight) return;
  const toLeft = left - sideSpacePx - viewLeft;
  const toRight = right + sideSpacePx - viewRight;
  // Of a range wider than the view, the beginning.
  box.scrollLeft += left < viewLeft ? toLeft : Math.min(toLeft, toRight);
}
