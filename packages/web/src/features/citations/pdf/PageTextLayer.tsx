import { type PDFPageProxy, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef } from "react";
import classes from "./PdfPages.module.css";
import { getDrawingScale } from "./pageSize.ts";

/** The text of a page over its picture: invisible, but it can be selected, searched by the browser and read aloud. */
export function PageTextLayer({ page, widthPx }: { page: PDFPageProxy; widthPx: number }) {
  const layerRef = useRef<HTMLDivElement>(null);
  const scale = getDrawingScale(page.getViewport({ scale: 1 }), widthPx);
  useEffect(() => {
    const container = layerRef.current;
    if (!container || scale === null) return;
    container.replaceChildren();
    container.style.setProperty("--total-scale-factor", String(scale));
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale }),
    });
    // Without its text, the page is still shown.
    layer.render().catch(() => {});
    return () => layer.cancel();
  }, [page, scale]);
  return <div ref={layerRef} data-find-unit={page.pageNumber - 1} className={classes.textLayer} />;
}
