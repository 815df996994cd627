import { type RefObject, useCallback, useState } from "react";
import { useLoadNearEnd } from "./useLoadNearEnd.ts";

/** How many items are rendered at first, and how many more each time. */
const step = 50;

/** Renders a long list in parts: more items each time the end of the rendered ones comes near. */
export function useGrowingList<T>(scrollRef: RefObject<Element | null>, items: readonly T[]) {
  const [limit, setLimit] = useState(step);
  const shownItems = items.length > limit ? items.slice(0, limit) : items;
  const total = items.length;
  const showMore = useCallback(() => setLimit((current) => (current < total ? current + step : current)), [total]);
  const onScroll = useLoadNearEnd(scrollRef, shownItems.length, showMore);
  return { shownItems, onScroll };
}
