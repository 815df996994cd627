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

/**
 * Zooms to a passage on a narrow screen, where a whole page is too small to read, unless the person has zoomed. `highlights`:
 * those of the page that is shown first; null until they are known.
 */
export function useReadableZoom(
  highlights: readonly Highlight[] | null,
  zoom: number,
  onZoom: (zoom: number) => void,
): void {
  const isNarrow = useIsNarrow();
  const readableZoom = isNarrow && highlights ? getReadableZoom(highlights) : fitWidth;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the zoom that the person chooses later stays
  useEffect(() => {
    if (zoom === fitWidth && readableZoom !== fitWidth) onZoom(readableZoom);
  }, [readableZoom]);
}
