import { type PDFPageProxy, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef } from "react";
import classes from "./PdfPages.module.css";
import { getDrawingScale } from "./pageSize.ts";
import { createTextMeasure } from "./text/measureText.ts";
import { splitLeaders } from "./text/splitLeaders.ts";

interface PageTextLayerProps {
  page: PDFPageProxy;
  widthPx: number;
  /** Called when the text is shown, or could not be loaded. */
  onText: (pageNumber: number, isShown: boolean) => void;
}

/** The text of a page over its picture: invisible, but it can be selected, searched by the browser and read aloud. */
export function PageTextLayer({ page, widthPx, onText }: PageTextLayerProps) {
  const layerRef = useRef<HTMLDivElement>(null);
  const scale = getDrawingScale(page.getViewport({ scale: 1 }), widthPx);
  useEffect(() => {
    const container = layerRef.current;
    if (!container || scale === null) return;
    container.replaceChildren();
    container.style.setProperty("--total-scale-factor", String(scale));
    let layer: TextLayer | null = null;
    let isCancelled = false;
    const show = async () => {
      const { items, styles, lang } = await page.getTextContent();
      if (isCancelled) return;
      const texts = items.filter((item) => "str" in item);
      layer = new TextLayer({
        textContentSource: { items: splitLeaders(texts, createTextMeasure(styles)), styles, lang },
        container,
        viewport: page.getViewport({ scale }),
      });
      await layer.render();
    };
    const report = (isShown: boolean) => {
      if (!isCancelled) onText(page.pageNumber, isShown);
    };
    // Without its text, the page is still shown.
    show().then(
      () => report(true),
      () => report(false),
    );
    return () => {
      isCancelled = true;
      layer?.cancel();
    };
  }, [page, scale, onText]);
  return <div ref={layerRef} data-find-unit={page.pageNumber - 1} className={classes.textLayer} />;
}
