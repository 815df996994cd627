import { useDebouncedValue } from "@mantine/hooks";
import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, use, useEffect, useMemo, useState } from "react";
import { countHits, getHit, getPosition, getTotal, type Hit } from "./countHits.ts";
import { FindContext, type FindContextValue } from "./FindContext.ts";
import type { FindSource } from "./findSource.ts";
import { toQuery } from "./foldForFind.ts";
import { markHits } from "./markHits.ts";
import { scrollToHit, type UnitScroller } from "./scrollToHit.ts";
import { useFoldedUnits } from "./useFoldedUnits.ts";

const delayMs = 120;

type DocumentScroller = UnitScroller & Pick<Virtualizer<Element, Element>, "getVirtualItemForOffset" | "scrollOffset">;

interface FindOptions {
  source: FindSource;
  areaRef: RefObject<HTMLElement | null>;
  /** Null: all of the text is rendered. */
  virtualizer: DocumentScroller | null;
}

export interface Find extends FindContextValue {
  /** True if something is searched for. */
  isActive: boolean;
  /** The number of hits, as far as the text has been read. */
  total: number;
  /** The hit that is shown, and its position among all, from 0; null if there is none. */
  current: (Hit & { position: number }) | null;
  status: "reading" | "done" | "failed";
  /** Shows the next hit, or the one before. */
  step: (direction: 1 | -1) => void;
}

/** Searches a document, marks the hits in its area and scrolls to the current one. Null while the search is closed. */
export function useFind({ source, areaRef, virtualizer }: FindOptions): Find | null {
  const context = use(FindContext);
  const [typedText] = useDebouncedValue(context?.text ?? "", delayMs);
  const query = context?.isOpen ? toQuery(typedText) : "";
  const isActive = query !== "";
  const { units, from, status } = useFoldedUnits(source, isActive, () => (virtualizer ? getTopIndex(virtualizer) : 0));
  const counts = useMemo(() => countHits(units, query), [units, query]);
  // The hit that the person has stepped to, or that was shown when they changed the query, which goes on from there.
  const [reached, setReached] = useState<(Hit & { query: string }) | null>(null);
  const start = reached?.unit ?? from;
  const isReached = reached?.query === query && getPosition(counts, reached) !== -1;
  const first = counts.find(({ unit }) => unit >= start) ?? (status === "reading" ? undefined : counts[0]);
  const hit = isReached ? reached : first && { unit: first.unit, ordinal: 0 };
  const { unit = null, ordinal = 0 } = hit ?? {};
  useEffect(() => {
    const area = areaRef.current;
    if (!area || query === "") return;
    return markHits(area, query, unit === null ? null : { unit, ordinal });
  }, [areaRef, query, unit, ordinal]);
  useEffect(() => {
    const area = areaRef.current;
    if (!area || query === "" || unit === null) return;
    return scrollToHit(area, query, { unit, ordinal }, virtualizer);
  }, [areaRef, virtualizer, query, unit, ordinal]);
  if (!context?.isOpen) return null;
  const position = hit ? getPosition(counts, hit) : -1;
  return {
    ...context,
    onText: (text) => {
      if (hit) setReached({ ...hit, query });
      context.onText(text);
    },
    isActive,
    total: getTotal(counts),
    current: hit ? { ...hit, position } : null,
    status,
    step: (direction) => {
      const next = getHit(counts, hit ? position + direction : 0);
      if (next) setReached({ ...next, query });
    },
  };
}

/** Returns the index of the item at the top of the view. */
function getTopIndex(virtualizer: DocumentScroller): number {
  return virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0;
}
