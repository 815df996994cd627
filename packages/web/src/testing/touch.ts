import type { Locator } from "vitest/browser";

/** True if a finger hits the element: nothing covers its middle, and it is not only in the page. */
export function isHit(locator: Locator): boolean {
  const element = locator.element();
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
