import { useEffect, useMemo, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { highlightPassage } from "./highlightPassage.ts";
import type { Highlight } from "./highlights/getHighlights.ts";
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
      const { quote, keySentence } = passage;
      const results = await Promise.all(
        (quote === null ? [] : pageNumbers).map(
          async (number) =>
            [
              number,
              await searchPage(number, document, pageCount, { quote: quote ?? "", keySentence }, signal),
            ] as const,
        ),
      );
      if (signal.aborted) return;
      const foundPages = results.filter(([, highlights]) => highlights.length > 0);
      const keyPage = foundPages.find(([, highlights]) => highlights.some(({ isKey }) => isKey))?.[0];
      // If no sentence stands out, marks on whole pages would say nothing, so they start only where the passage does.
      const byPage = new Map(keyPage === undefined ? foundPages.slice(0, 1) : foundPages);
      const startPage = keyPage ?? foundPages[0]?.[0] ?? pageNumbers[0] ?? 1;
      setFound({ passage, highlights: { byPage, startPage } });
    };
    void search();
    return () => controller.abort();
  }, [document, pageCount, passage, pageNumbers]);
  return found?.passage === passage ? found.highlights : pending;
}

async function searchPage(
  pageNumber: number,
  document: Pdf["document"],
  pageCount: number,
  searched: Parameters<typeof highlightPassage>[2],
  signal: AbortSignal,
): Promise<Highlight[]> {
  const loadPage = (number: number) => document.getPage(number).catch(() => null);
  const page = await loadPage(pageNumber);
  if (!page) return [];
  const neighbours = await Promise.all(listNeighbours(pageNumber, pageCount).map(loadPage));
  return highlightPassage(
    page,
    neighbours.filter((neighbour) => neighbour !== null),
    searched,
    signal,
  );
}

/** Two pages on either side, because the headers of left and right pages may differ. */
function listNeighbours(pageNumber: number, pageCount: number): number[] {
  return [-2, -1, 1, 2].map((step) => pageNumber + step).filter((number) => number >= 1 && number <= pageCount);
}

/** Returns the pages that a passage names, ascending. */
export function listPageNumbers({ locations }: Pick<DocumentPassage, "locations">, pageCount: number): number[] {
  const numbers = locations.flatMap(({ page }) => (typeof page === "number" ? [page] : []));
  const valid = numbers.filter((number) => Number.isInteger(number) && number >= 1 && number <= pageCount);
  return [...new Set(valid)].sort((a, b) => a - b).slice(0, maxSearchedPages);
}
