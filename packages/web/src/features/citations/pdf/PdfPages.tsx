import { plural, t } from "@lingui/core/macro";
import { useElementSize } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { createPdfSource } from "../find/createPdfSource.ts";
import { FindBar } from "../find/FindBar.tsx";
import { useFind } from "../find/useFind.ts";
import { useScrollToPassage } from "../viewer/scrolling/useScrollToPassage.ts";
import { PageField } from "./PageField.tsx";
import { PdfPage } from "./PdfPage.tsx";
import classes from "./PdfPages.module.css";
import { useMissingTexts } from "./useMissingTexts.ts";
import { listPageNumbers, usePassageHighlights } from "./usePassageHighlights.ts";
import { maxPages, type Pdf } from "./usePdf.ts";
import { getShownPage, type PdfPosition, useLeave, useStartPosition } from "./usePdfPosition.ts";
import { useReadableZoom } from "./useReadableZoom.ts";
import { useZoomAnchor } from "./useZoomAnchor.ts";
import { useZoomGestures } from "./useZoomGestures.ts";
import { ZoomControls } from "./ZoomControls.tsx";
import { fitWidth, getZoomOfKey } from "./zoomSteps.ts";

/** The space between pages, in CSS px. */
const gapPx = 12;
const noHighlights: never[] = [];

export interface PdfPagesProps {
  pdf: Pdf;
  name: string;
  passage: DocumentPassage;
  /** What the person has chosen, which stays when another passage is opened; null: nothing. */
  chosenZoom: number | null;
  onZoom: (zoom: number) => void;
  /** Where to go on reading; null: at the passage. */
  position: PdfPosition | null;
  /** Called when the pages are left. */
  onLeave: (position: PdfPosition) => void;
  /** Where the controls of the pages are shown. */
  controls: HTMLElement | null;
}

/** The pages of a PDF. Virtualized: draws only pages near the visible area. */
export function PdfPages(props: PdfPagesProps) {
  const { pdf, name, passage, chosenZoom, onZoom, onLeave, controls } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const wholeRef = useRef<HTMLDivElement>(null);
  const position = useStartPosition(props.position, passage);
  const { ref: widthRef, width } = useElementSize();
  const { byPage, startPage } = usePassageHighlights(pdf, passage);
  const startHighlights = position || startPage === null ? null : (byPage.get(startPage) ?? noHighlights);
  const { zoom, isReady } = useReadableZoom(startHighlights, chosenZoom, position?.zoom ?? fitWidth);
  const widthPx = Math.round(width * zoom);
  const [firstPage = 1] = listPageNumbers(passage, pdf.pageCount);
  // As rows are measured: a correction by a part of a pixel would stop a scrolling that is under way.
  const rowHeightPx = Math.round(widthPx * pdf.firstRatio + gapPx);
  const virtualizer = useVirtualizer({
    count: pdf.pageCount,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeightPx,
    overscan: 1,
    // The first page to be drawn is the cited one, which must be in place.
    enabled: widthPx > 0,
    initialOffset: () => (position ? position.pageIndex + position.shareOfPage : firstPage - 1) * rowHeightPx,
  });
  const isWaiting = position !== null || startPage === null || widthPx === 0 || !isReady;
  useScrollToPassage(scrollRef, virtualizer, passage, isWaiting ? null : startPage - 1);
  const setAnchor = useZoomAnchor({ areaRef: scrollRef, wholeRef, virtualizer, widthPx });
  useZoomGestures({
    areaRef: scrollRef,
    wholeRef,
    zoom,
    onZoom: (next, point) => {
      // Without a change, the anchor would be kept for the next one.
      if (Math.round(width * next) !== widthPx) setAnchor(point);
      onZoom(next);
    },
  });
  const find = useFind({
    source: useMemo(() => createPdfSource(pdf), [pdf]),
    areaRef: scrollRef,
    virtualizer,
  });
  const missingTexts = useMissingTexts();
  useLeave(virtualizer, { passage, zoom, onLeave });
  const zoomWithKeys = (event: KeyboardEvent) => {
    const next = getZoomOfKey(event, zoom);
    if (next !== null) onZoom(next);
  };
  return (
    <>
      <FindBar find={find} />
      {controls &&
        createPortal(
          <>
            <PageField page={getShownPage(virtualizer)} />
            <ZoomControls zoom={zoom} onZoom={onZoom} />
          </>,
          controls,
        )}
      <p role="status" className={classes.note}>
        {missingTexts.note}
      </p>
      <section
        ref={scrollRef}
        className={classes.scroll}
        aria-label={t`Pages of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        onKeyDown={zoomWithKeys}
      >
        <div ref={widthRef} className={classes.ruler} />
        <div
          ref={wholeRef}
          className={classes.whole}
          style={{ height: virtualizer.getTotalSize(), width: widthPx || "100%" }}
        >
          {widthPx > 0 &&
            virtualizer.getVirtualItems().map(({ index, key, start }) => (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <PdfPage
                  pdf={pdf}
                  pageNumber={index + 1}
                  widthPx={widthPx}
                  highlights={byPage.get(index + 1) ?? noHighlights}
                  onText={missingTexts.onText}
                />
              </div>
            ))}
        </div>
        {pdf.document.numPages > pdf.pageCount && (
          <p className={classes.problem}>
            {plural(maxPages, { one: "Only the first page is shown.", other: "Only the first # pages are shown." })}
          </p>
        )}
      </section>
    </>
  );
}
