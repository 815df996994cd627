import type { Hit } from "./countHits.ts";
import { findRanges, listUnitElements } from "./findRanges.ts";

/** As in the style sheet of the viewer. */
const names = { all: "document-hits", current: "document-hit" };

/**
 * Marks the hits in an area, also in parts that are rendered later, without changing its elements: the marks of the
 * passage stay as they are. Returns a function that removes the marks.
 */
export function markHits(area: HTMLElement, query: string, current: Hit | null): () => void {
  // Not every browser has the registry. The count and the steps still work.
  if (!("highlights" in CSS)) return () => {};
  const all = new Highlight();
  const strong = new Highlight();
  strong.priority = 1;
  const update = () => {
    frame = 0;
    all.clear();
    strong.clear();
    const units = Map.groupBy(listUnitElements(area), (element) => Number(element.getAttribute("data-find-unit")));
    for (const [unit, elements] of units) {
      for (const [ordinal, range] of findRanges(elements, query).entries())
        (current?.unit === unit && current.ordinal === ordinal ? strong : all).add(range);
    }
  };
  let frame = 0;
  update();
  CSS.highlights.set(names.all, all);
  CSS.highlights.set(names.current, strong);
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(update);
  });
  observer.observe(area, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    if (CSS.highlights.get(names.all) === all) CSS.highlights.delete(names.all);
    if (CSS.highlights.get(names.current) === strong) CSS.highlights.delete(names.current);
  };
}
