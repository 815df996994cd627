import type { FocusPlace } from "./focusHistory.ts";

const listSelector = "ul, ol, tbody, [role=rowgroup], [role=list], [role=listbox]";
const titledSelector = "section, [role=tabpanel], [role=dialog], [role=alertdialog]";
const controlSelector = "button, input, select, textarea, a[href], [tabindex]";

/**
 * Finds what gets the focus instead of elements that may be gone: the first element that is still there, or near it
 * the same control of the next item of its list, or the heading of the part of the page that contained it.
 */
export function findFocusTarget(places: readonly FocusPlace[]): HTMLElement | null {
  for (const place of places) {
    const target = canFocus(place.element) ? place.element : findNearby(place);
    if (target) return target;
  }
  return null;
}

/** True if the element is shown and can have the focus now. */
export const canFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(":disabled, [inert] *") && element.checkVisibility();

function findNearby(place: FocusPlace): HTMLElement | null {
  for (const { container, child, index } of place.steps) {
    if (!container.isConnected) continue;
    if (container.matches(listSelector)) {
      const item = container.children[Math.min(index, container.children.length - 1)];
      const target = item && findSameControl(item, child, place.element);
      if (target) return target;
    } else if (container.matches(titledSelector)) return findHeading(container);
  }
  return null;
}

/** Returns the control that is in `item` where `element` is in `oldItem`. */
function findSameControl(item: Element, oldItem: Element, element: HTMLElement): HTMLElement | undefined {
  const index = listControls(oldItem).indexOf(element);
  const controls = listControls(item);
  const target = controls[index] ?? controls[0];
  return target && canFocus(target) ? target : controls.find(canFocus);
}

const listControls = (item: Element) => [...item.querySelectorAll<HTMLElement>(controlSelector)];

function findHeading(container: Element): HTMLElement | null {
  const label = container.getAttribute("aria-labelledby");
  const heading = (label && document.getElementById(label)) || container;
  if (!(heading instanceof HTMLElement)) return null;
  if (heading.tabIndex < 0) heading.setAttribute("tabindex", "-1");
  return heading;
}
