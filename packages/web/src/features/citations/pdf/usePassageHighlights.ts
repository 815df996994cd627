import { useEffect, useMemo, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import type { Highlight } from "./getHighlights.ts";
import { highlightPassage } from "./highlightPassage.ts";
import type { Pdf } from "./usePdf.ts";

/** A passage on more pages is highlighted on the first of them. */
const maxSearchedPages = 8;

interface PassageHighlights {
  /** The rectangles by page number. */
  byPage: ReadonlyMap<number, readonly Highlight[]>;
  /** The number of the page to show first; null until the passage has been searched. */
  startPage: number | null;
}

const pending: PassageHighlights = { byPage: new Map(), startPage: null };

/** Finds a passage on the pages that its locations name. */
export function usePassageHighlights({ document, pageCount }: Pdf, passage: DocumentPassage): PassageHighlights {
  const [found, setFound] = useState<{ passage: DocumentPassage; highlights: PassageHighlights } | null>(null);
  const pageNumbers = useMemo(() => listPageNumbers(passage, pageCount), [passage, pageCount]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const search = async () => {
      const { quote } = passage;
      const results = await Promise.all(
        (quote === null ? [] : pageNumbers).map(async (pageNumber) => {
          const page = await document.getPage(pageNumber).catch(() => null);
          return [pageNumber, page ? await highlightPassage(page, quote ?? "", signal) : []] as const;
        }),
      );
      if (signal.aborted) return;
      const byPage = new Map(results.filter(([, highlights]) => highlights.length > 0));
      const startPage = pageNumbers.find((pageNumber) => byPage.has(pageNumber)) ?? pageNumbers[0] ?? 1;
      setFound({ passage, highlights: { byPage, startPage } });
    };
    void search();
    return () => controller.abort();
  }, [document, passage, pageNumbers]);
  return found?.passage === passage ? found.highlights : pending;
}

/** Returns the pages that a passage names, ascending. */
export function listPageNumbers({ locations }: Pick<DocumentPassage, "locations">, pageCount: number): number[] {
  const numbers = locations.flatMap(({ page }) => (typeof page === "number" ? [page] : []));
  const valid = numbers.filter((number) => Number.isInteger(number) && number >= 1 && number <= pageCount);
  return [...new Set(valid)].sort((a, b) => a - b).slice(0, maxSearchedPages);
}
