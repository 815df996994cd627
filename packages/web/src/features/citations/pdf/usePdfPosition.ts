import type { VirtualItem, Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";

/** Where somebody was in the pages when they changed to the text. */
export interface PdfPosition {
  passage: DocumentPassage;
  /** From 0. */
  pageIndex: number;
  /** How much of the page was above the view, from 0 to 1. */
  shareOfPage: number;
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

interface PositionReports {
  passage: DocumentPassage;
  onPage: (page: ShownPage) => void;
  /** Called when the pages are left. */
  onLeave: (position: PdfPosition) => void;
}

/** Reports which page is shown, and where the pages are left. */
export function useReportPosition(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { passage, onPage, onLeave }: PositionReports,
): void {
  const { count } = virtualizer.options;
  const number = findShownIndex(virtualizer) + 1;
  useEffect(
    () =>
      onPage({
        number,
        count,
        goTo: (next) => virtualizer.scrollToIndex(next - 1, { align: "start" }),
        focusPages: () => virtualizer.scrollElement?.focus({ preventScroll: true }),
      }),
    [virtualizer, onPage, number, count],
  );
  useLayoutEffect(
    () => () => {
      const offset = virtualizer.scrollOffset ?? 0;
      const row = virtualizer.getVirtualItemForOffset(offset);
      if (row) onLeave({ passage, pageIndex: row.index, shareOfPage: (offset - row.start) / row.size });
    },
    [virtualizer, passage, onLeave],
  );
}

function findShownIndex(virtualizer: Virtualizer<HTMLDivElement, Element>): number {
  const top = virtualizer.scrollOffset ?? 0;
  const bottom = top + (virtualizer.scrollRect?.height ?? 0);
  const getShownShare = ({ start, end, size }: VirtualItem) => (Math.min(end, bottom) - Math.max(start, top)) / size;
  const rows = virtualizer.getVirtualItems().toSorted((a, b) => getShownShare(b) - getShownShare(a));
  return rows[0]?.index ?? 0;
}
