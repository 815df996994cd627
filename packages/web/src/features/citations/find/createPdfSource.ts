import { withTimeLimit } from "../../../ui/pdf/withTimeLimit.ts";
import type { Pdf } from "../pdf/usePdf.ts";
import { type FindSource, foldUnit, listPortions } from "./findSource.ts";

const textTimeLimitMs = 10_000;

/** The texts of a PDF's pages, for the search in them. Also of pages that have not been drawn. Units are pages, from 0. */
export function createPdfSource({ document, pageCount }: Pick<Pdf, "document" | "pageCount">): FindSource {
  return async function* (start, signal) {
    let hasFailed = false;
    for (const { from } of listPortions(pageCount, 1, start)) {
      if (signal.aborted) return;
      try {
        const page = await document.getPage(from + 1);
        const { items } = await withTimeLimit(page.getTextContent(), textTimeLimitMs, signal);
        const texts = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""));
        yield [foldUnit(from, texts.join(""))];
      } catch {
        // The other pages can still be searched.
        hasFailed = true;
      }
    }
    if (hasFailed) throw new Error("A page could not be read.");
  };
}
