import type { Virtualizer } from "@tanstack/react-virtual";
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

/** The page in the middle of the view, from 1. */
export interface ShownPage {
  number: number;
  count: number;
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
  const middle = (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.height ?? 0) / 2;
  const number = (virtualizer.getVirtualItemForOffset(middle)?.index ?? 0) + 1;
  useEffect(() => onPage({ number, count }), [onPage, number, count]);
  useLayoutEffect(
    () => () => {
      const offset = virtualizer.scrollOffset ?? 0;
      const row = virtualizer.getVirtualItemForOffset(offset);
      if (row) onLeave({ passage, pageIndex: row.index, shareOfPage: (offset - row.start) / row.size });
    },
    [virtualizer, passage, onLeave],
  );
}
