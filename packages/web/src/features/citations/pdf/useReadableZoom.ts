import { useEffect } from "react";
import { useIsNarrow } from "../../../lib/device.ts";
import type { Highlight } from "./getHighlights.ts";
import { fitWidth } from "./zoomSteps.ts";

/** The share of the view's width that the passage takes. */
const passageShare = 0.92;
const maxReadableZoom = 2.5;
/** A smaller change would not be worth losing sight of the whole page. */
const minReadableZoom = 1.1;

/** Returns the zoom at which a passage fills the width of the view. */
export function getReadableZoom(highlights: readonly Highlight[]): number {
  if (highlights.length === 0) return fitWidth;
  const left = Math.min(...highlights.map((highlight) => highlight.left));
  const right = Math.max(...highlights.map((highlight) => highlight.left + highlight.width));
  const zoom = Math.min(maxReadableZoom, passageShare / (right - left));
  return zoom < minReadableZoom ? fitWidth : zoom;
}

/** How large the pages are. */
export interface Zoom {
  /** 1: a page is as wide as the view. */
  value: number;
  /** True if the person has chosen it, so that it stays when another passage is opened. */
  isChosen: boolean;
}

/**
 * Zooms to a passage on a narrow screen, where a whole page is too small to read, unless the person has chosen a zoom.
 * `highlights`: those of the page that is shown first; null until they are known. Returns true once the pages have the
 * zoom at which the passage is shown.
 */
export function useReadableZoom(
  highlights: readonly Highlight[] | null,
  { value, isChosen }: Zoom,
  onZoom: (zoom: Zoom) => void,
): boolean {
  const isNarrow = useIsNarrow();
  const readableZoom = highlights && (isNarrow ? getReadableZoom(highlights) : fitWidth);
  useEffect(() => {
    if (!isChosen && readableZoom !== null && readableZoom !== value) onZoom({ value: readableZoom, isChosen });
  }, [readableZoom, isChosen, value, onZoom]);
  return isChosen || readableZoom === value;
}
