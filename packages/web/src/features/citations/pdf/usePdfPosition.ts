import type { VirtualItem, Virtualizer } from "@tanstack/react-virtual";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { stopScrolling } from "../viewer/scrolling/scrollInFrames.ts";

/** Where somebody was in the pages when they changed to the text. */
export interface PdfPosition {
  passage: DocumentPassage;
  /** From 0. */
  pageIndex: number;
  /** How much of the page was above the view, from 0 to 1. */
  shareOfPage: number;
  zoom: number;
}

/** The page of which the largest part is in view, from 1; the first of several that are shown whole. */
export interface ShownPage {
  number: number;
  count: number;
  /** Scrolls to another page, from 1. */
  goTo: (number: number) => void;
  focusPages: () => void;
}

/** Returns the position to go on from; null as soon as another passage is opened. */
export function useStartPosition(position: PdfPosition | null, passage: DocumentPassage): PdfPosition | null {
  const [start, setStart] = useState(position);
  if (start && start.passage !== passage) setStart(null);
  return start?.passage === passage ? start : null;
}

/** Returns the page that is shown. */
export function getShownPage(virtualizer: Virtualizer<HTMLDivElement, Element>): ShownPage {
  return {
    number: findLargestIndex(virtualizer) + 1,
    count: virtualizer.options.count,
    goTo: (next) => {
      if (virtualizer.scrollElement) stopScrolling(virtualizer.scrollElement);
      virtualizer.scrollToIndex(next - 1, { align: "start" });
    },
    focusPages: () => virtualizer.scrollElement?.focus({ preventScroll: true }),
  };
}

/** Reports where the pages are left. */
export function useLeave(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { passage, zoom, onLeave }: Pick<PdfPosition, "passage" | "zoom"> & { onLeave: (position: PdfPosition) => void },
): void {
  const leave = useEffectEvent(() => {
    const offset = virtualizer.scrollOffset ?? 0;
    const row = virtualizer.getVirtualItemForOffset(offset);
    if (row) onLeave({ passage, zoom, pageIndex: row.index, shareOfPage: (offset - row.start) / row.size });
  });
  useLayoutEffect(() => () => leave(), []);
}

function findLargestIndex(virtualizer: Virtualizer<HTMLDivElement, Element>): number {
  const top = virtualizer.scrollOffset ?? 0;
  const bottom = top + (virtualizer.scrollRect?.height ?? 0);
  const getShownShare = ({ start, end, size }: VirtualItem) => (Math.min(end, bottom) - Math.max(start, top)) / size;
  const rows = virtualizer.getVirtualItems().toSorted((a, b) => getShownShare(b) - getShownShare(a));
  return rows[0]?.index ?? 0;
}
