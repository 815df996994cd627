import { t } from "@lingui/core/macro";
import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { memo, useEffect, useRef, useState } from "react";
import { drawPage } from "../../../ui/pdf/drawPage.ts";
import { getPageRatio } from "../../../ui/pdf/pageSize.ts";
import { getBars } from "./highlights/getBars.ts";
import type { Highlight } from "./highlights/getHighlights.ts";
import { PageTextLayer } from "./PageTextLayer.tsx";
import classes from "./PdfPages.module.css";
import type { Pdf } from "./usePdf.ts";

interface PdfPageProps {
  pdf: Pdf;
  pageNumber: number;
  /** The width in CSS px. */
  widthPx: number;
  highlights: readonly Highlight[];
  /** See `PageTextLayer`. */
  onText: (pageNumber: number, isShown: boolean) => void;
}

/** One page as it looks, with the cited passage highlighted. */
export const PdfPage = memo(function PdfPage({ pdf, pageNumber, widthPx, highlights, onText }: PdfPageProps) {
  const { document, firstRatio, pageCount, drawQueue } = pdf;
  const boxRef = useRef<HTMLDivElement>(null);
  const pictureRef = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [state, setState] = useState<"loading" | "drawn" | "failed">("loading");
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const handleError = () => {
      if (!signal.aborted) setState("failed");
    };
    const draw = async (page: PDFPageProxy) => {
      const canvas = await drawPage(page, widthPx * devicePixelRatio, signal);
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", t`Page ${pageNumber} of ${pageCount}`);
      pictureRef.current?.replaceChildren(canvas);
      setState("drawn");
    };
    const load = async () => {
      const page = await document.getPage(pageNumber);
      if (signal.aborted) return;
      setPage(page);
      const remove = drawQueue.add({
        getDistance: () => getDistanceFromView(boxRef.current),
        draw: () => draw(page).catch(handleError),
      });
      signal.addEventListener("abort", remove);
    };
    load().catch(handleError);
    return () => controller.abort();
  }, [document, drawQueue, pageNumber, pageCount, widthPx]);
  return (
    <div
      ref={boxRef}
      className={classes.page}
      style={{ aspectRatio: 1 / (page ? getPageRatio(page) : firstRatio) }}
      data-page={pageNumber}
      data-state={state}
    >
      <div ref={pictureRef} className={classes.picture} />
      {state === "failed" && <p className={classes.problem}>{t`This page can’t be shown. Try the text view.`}</p>}
      {getBars(highlights).map(({ left, top, height }) => (
        <span
          key={`bar ${left} ${top}`}
          className={classes.bar}
          style={{ left: `max(0px, ${percent(left)} - 9px)`, top: percent(top), height: percent(height) }}
        />
      ))}
      {highlights.map(({ left, top, width, height, isKey }) => {
        const place = { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
        return isKey ? (
          <span key={`key ${left} ${top}`} data-key-sentence className={classes.mark} style={place} />
        ) : (
          <mark key={`${left} ${top}`} data-cited className={classes.mark} style={place} />
        );
      })}
      {page && state === "drawn" && <PageTextLayer page={page} widthPx={widthPx} onText={onText} />}
    </div>
  );
});

/** Returns the distance between the middles of a page and of its scroll area, in CSS px. */
function getDistanceFromView(page: HTMLElement | null): number {
  const area = page?.closest("section");
  return page && area ? Math.abs(getMiddle(page) - getMiddle(area)) : Number.POSITIVE_INFINITY;
}

function getMiddle(element: HTMLElement): number {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
}

const percent = (share: number) => `${share * 100}%`;
