import { t } from "@lingui/core/macro";
import { useCallback, useState } from "react";

interface MissingTexts {
  /** Says that the text of pages is missing; null if it is not. */
  note: string | null;
  onText: (pageNumber: number, isShown: boolean) => void;
}

/** Remembers the pages whose text could not be loaded, which are shown without it. */
export function useMissingTexts(): MissingTexts {
  const [pages, setPages] = useState<ReadonlySet<number>>(new Set());
  const onText = useCallback((pageNumber: number, isShown: boolean) => {
    setPages((known) => {
      if (known.has(pageNumber) !== isShown) return known;
      const others = [...known].filter((page) => page !== pageNumber);
      return new Set(isShown ? others : [...others, pageNumber]);
    });
  }, []);
  return { note: describe(pages), onText };
}

function describe(pages: ReadonlySet<number>): string | null {
  const [page] = pages;
  if (page === undefined) return null;
  return pages.size === 1
    ? t`Couldn’t load the text of page ${page}. You can read the page, but not search it.`
    : t`Couldn’t load the text of some pages. You can read them, but not search them.`;
}
