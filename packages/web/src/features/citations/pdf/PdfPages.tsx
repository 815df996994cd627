import { plural, t } from "@lingui/core/macro";
import { useElementSize } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { useScrollToPassage } from "../viewer/useScrollToPassage.ts";
import { PdfPage } from "./PdfPage.tsx";
import classes from "./PdfPages.module.css";
import { listPageNumbers, usePassageHighlights } from "./usePassageHighlights.ts";
import { maxPages, type Pdf } from "./usePdf.ts";

/** The space between pages, in CSS px. */
const gapPx = 12;
const noHighlights: never[] = [];

interface PdfPagesProps {
  pdf: Pdf;
  name: string;
  passage: DocumentPassage;
  /** 1: a page is as wide as the view. */
  zoom: number;
}

/** The pages of a PDF. Virtualized: draws only pages near the visible area. */
export function PdfPages({ pdf, name, passage, zoom }: PdfPagesProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const { ref: widthRef, width } = useElementSize();
  const widthPx = Math.round(width * zoom);
  const { byPage, startPage } = usePassageHighlights(pdf, passage);
  const [firstPage = 1] = listPageNumbers(passage, pdf.pageCount);
  const virtualizer = useVirtualizer({
    count: pdf.pageCount,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => widthPx * pdf.firstRatio + gapPx,
    overscan: 1,
    // The first page to be drawn is the cited one, which must be in place.
    enabled: widthPx > 0,
    initialOffset: () => (firstPage - 1) * (widthPx * pdf.firstRatio + gapPx),
  });
  useScrollToPassage(scrollRef, virtualizer, passage, startPage === null || widthPx === 0 ? null : startPage - 1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section ref={scrollRef} className={classes.scroll} aria-label={t`Pages of ${name}`} tabIndex={0}>
      <div ref={widthRef} className={classes.ruler} />
      <div className={classes.whole} style={{ height: virtualizer.getTotalSize(), width: widthPx || "100%" }}>
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
  );
}
