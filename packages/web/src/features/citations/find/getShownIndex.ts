import type { Virtualizer } from "@tanstack/react-virtual";

type Scrolled = Pick<Virtualizer<Element, Element>, "getVirtualItemForOffset" | "scrollOffset">;

/** Returns the index of the item at the top of the view. */
export function getShownIndex(virtualizer: Scrolled): number {
  return virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0;
}
