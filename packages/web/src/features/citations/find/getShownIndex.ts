import type { Virtualizer } from "@tanstack/react-virtual";

/** Returns the index of the item at the top of the view. */
export function getShownIndex(virtualizer: Virtualizer<HTMLDivElement, Element>): number {
  return virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0;
}
