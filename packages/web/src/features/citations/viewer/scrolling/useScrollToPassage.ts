import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import type { DocumentPassage } from "../../../../entities/citations/viewerStore.ts";
import { scrollInFrames } from "./scrollInFrames.ts";

const maxFrames = 90;
const requiredStableFrames = 4;
const leftMarginPx = 12;
const pageMarginPx = 8;

/**
 * Scrolls to a passage, or to its key sentence if it is in view of it, once after the passage is opened and its first
 * item is loaded. Continues for some frames until the position is stable, because the items around the passage are still
 * being measured.
 */
export function useScrollToPassage(
  scrollRef: RefObject<HTMLElement | null>,
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, "getOffsetForIndex">,
  passage: DocumentPassage,
  /** The index of the passage's first item, once it is loaded. */
  index: number | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll also to another passage in the same item
  useEffect(() => {
    const area = scrollRef.current;
    if (!area || index === null) return;
    let frameCount = 0;
    let stableFrames = 0;
    return scrollInFrames(area, () => {
      const mark = area.querySelector("[data-key-sentence]") ?? area.querySelector("[data-cited]");
      const previousTop = area.scrollTop;
      if (mark) {
        scrollToMiddle(area, mark);
        scrollToLeft(area, mark);
      } else area.scrollTop = virtualizer.getOffsetForIndex(index, "start")?.[0] ?? 0;
      stableFrames = mark && Math.abs(area.scrollTop - previousTop) < 1 ? stableFrames + 1 : 0;
      frameCount += 1;
      return frameCount < maxFrames && stableFrames < requiredStableFrames;
    });
  }, [scrollRef, virtualizer, passage, index]);
}

/** Scrolls sideways until the whole passage starts near the left edge of the area, if it is wider than that. */
function scrollToLeft(area: HTMLElement, mark: Element): void {
  if (area.scrollWidth <= area.clientWidth) return;
  const marks = [...(mark.parentElement?.querySelectorAll("[data-cited]") ?? [])];
  const left = Math.min(...marks.map((each) => each.getBoundingClientRect().left));
  if (Number.isFinite(left)) area.scrollLeft += left - area.getBoundingClientRect().left - leftMarginPx;
}

/**
 * Scrolls an element to the middle of the visible area, but its top at most a third of the way down. An element that is
 * higher than the area starts near the top.
 */
export function scrollToMiddle(area: HTMLElement, element: Element): void {
  const box = element.getBoundingClientRect();
  const view = area.getBoundingClientRect();
  const margin = Math.max(view.height - box.height, 32) / 2;
  // Of the page before, nothing is shown.
  const page = element.closest("[data-page]")?.getBoundingClientRect();
  const toPageTop = page ? Math.max(0, box.top - page.top) + pageMarginPx : Number.POSITIVE_INFINITY;
  area.scrollTop += box.top - view.top - Math.min(margin, view.height / 3, toPageTop);
}
