import { type PDFPageProxy, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef } from "react";
import { getDrawingScale } from "../../../ui/pdf/pageSize.ts";
import classes from "./PdfPages.module.css";
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
    const layer = layerRef.current;
    if (!layer || scale === null) return;
    layer.style.setProperty("--total-scale-factor", String(scale));
    // Outside the document, because pdf.js measures each piece of text after it has added the one before: inside, every
    // measurement would update the styles of the whole page.
    const container = document.createElement("div");
    let textLayer: TextLayer | null = null;
    let isCancelled = false;
    const show = async () => {
      const { items, styles, lang } = await page.getTextContent();
      if (isCancelled) return;
      const texts = items.filter((item) => "str" in item);
      textLayer = new TextLayer({
        textContentSource: { items: splitLeaders(texts, createTextMeasure(styles)), styles, lang },
        container,
        viewport: page.getViewport({ scale }),
      });
      await textLayer.render();
      if (isCancelled) return;
      for (const name of container.style) layer.style.setProperty(name, container.style.getPropertyValue(name));
      layer.replaceChildren(...container.childNodes);
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
      textLayer?.cancel();
    };
  }, [page, scale, onText]);
  return <div ref={layerRef} data-find-unit={page.pageNumber - 1} className={classes.textLayer} />;
}
