import { useState } from "react";
import { useIsNarrow } from "../../../lib/device.ts";
import type { Highlight } from "./highlights/getHighlights.ts";
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

interface ReadableZoom {
  /** 1: a page is as wide as the view. */
  zoom: number;
  /** True if the zoom is that of the open passage. */
  isReady: boolean;
}

/**
 * Returns the zoom at which a passage can be read on a narrow screen, where a whole page is too small, unless the person
 * has chosen one. `highlights`: those of the page that is shown first; null until they are known, so that the zoom stays
 * as it is. `initialZoom`: until the first ones are known.
 */
export function useReadableZoom(
  highlights: readonly Highlight[] | null,
  chosenZoom: number | null,
  initialZoom: number,
): ReadableZoom {
  const isNarrow = useIsNarrow();
  const [lastZoom, setLastZoom] = useState(initialZoom);
  const readableZoom = highlights && (isNarrow ? getReadableZoom(highlights) : fitWidth);
  if (readableZoom !== null && readableZoom !== lastZoom) setLastZoom(readableZoom);
  return { zoom: chosenZoom ?? readableZoom ?? lastZoom, isReady: chosenZoom !== null || readableZoom !== null };
}
