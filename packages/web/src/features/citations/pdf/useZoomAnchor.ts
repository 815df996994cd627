import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** A point of the scroll area, in CSS px from its corner, that stays where it is when the pages change their size. */
export interface Point {
  x: number;
  y: number;
}

interface ZoomAnchorOptions {
  areaRef: RefObject<HTMLElement | null>;
  /** The element as high as all pages. */
  wholeRef: RefObject<HTMLElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** The width of a page, in CSS px; 0 while it is unknown. */
  widthPx: number;
}

/**
 * Keeps what is being read in place when the width of the pages changes. Returns a function that sets the point to keep
 * for the next change; without it, it is the middle of the view.
 */
export function useZoomAnchor({ areaRef, wholeRef, virtualizer, widthPx }: ZoomAnchorOptions): (point: Point) => void {
  const anchorRef = useRef<(Point & { shareOfWidth: number }) | null>(null);
  const shownWidthRef = useRef(0);
  useLayoutEffect(() => {
    const area = areaRef.current;
    const whole = wholeRef.current;
    const shownWidth = shownWidthRef.current;
    shownWidthRef.current = widthPx;
    if (!area || !whole || shownWidth === 0 || shownWidth === widthPx) return;
    const middle = { x: area.clientWidth / 2, y: area.clientHeight / 2, shareOfWidth: 0.5 };
    const { x, y, shareOfWidth } = anchorRef.current ?? middle;
    anchorRef.current = null;
    const view = area.getBoundingClientRect();
    const offset = view.top + y - whole.getBoundingClientRect().top;
    const row = virtualizer.getVirtualItemForOffset(offset);
    const shareOfRow = row ? (offset - row.start) / row.size : 0;
    // The heights of all pages, including those that are not rendered, follow from the new width.
    virtualizer.measure();
    whole.style.height = `${virtualizer.getTotalSize()}px`;
    const resizedRow = row && virtualizer.measurementsCache[row.index];
    const box = whole.getBoundingClientRect();
    if (resizedRow) {
      const newTop = area.scrollTop + box.top + resizedRow.start + shareOfRow * resizedRow.size - view.top - y;
      // Through the virtualizer, which otherwise corrects the position that it still knows.
      virtualizer.scrollToOffset(newTop);
    }
    area.scrollLeft += box.left + shareOfWidth * box.width - view.left - x;
  }, [areaRef, wholeRef, virtualizer, widthPx]);
  return ({ x, y }) => {
    const view = areaRef.current?.getBoundingClientRect();
    const box = wholeRef.current?.getBoundingClientRect();
    if (view && box) anchorRef.current = { x, y, shareOfWidth: (view.left + x - box.left) / box.width };
  };
}
