import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";

/** As long as this at most; then the reader scrolls. Frames. */
const mostFrames = 90;
const framesAtRest = 4;

/**
 * Brings the passage to the middle of the view, once for each that is opened: as soon as its first piece is there, and until nothing moves
 * any more, because the pieces around it find their heights on the way. Whoever scrolls meanwhile is left alone.
 */
export function useScrollToPassage(
  scrollRef: RefObject<HTMLElement | null>,
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, "getOffsetForIndex">,
  passage: DocumentPassage,
  /** The passage's first piece, once it is loaded. */
  index: number | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage in the same piece is gone to as well.
  useEffect(() => {
    const area = scrollRef.current;
    if (!area || index === null) return;
    let frame = 0;
    let frames = 0;
    let atRest = 0;
    const step = () => {
      const mark = area.querySelector("[data-cited]");
      const before = area.scrollTop;
      if (mark) centre(area, mark);
      else area.scrollTop = virtualizer.getOffsetForIndex(index, "start")?.[0] ?? 0;
      atRest = mark && Math.abs(area.scrollTop - before) < 1 ? atRest + 1 : 0;
      frames += 1;
      if (frames < mostFrames && atRest < framesAtRest) frame = requestAnimationFrame(step);
    };
    const stop = () => cancelAnimationFrame(frame);
    const ownMoves = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
    for (const type of ownMoves) area.addEventListener(type, stop, { passive: true });
    frame = requestAnimationFrame(step);
    return () => {
      stop();
      for (const type of ownMoves) area.removeEventListener(type, stop);
    };
  }, [scrollRef, virtualizer, passage, index]);
}

/** Puts an element into the middle of what is seen, or, where it is higher than that, its beginning to the top. */
function centre(area: HTMLElement, element: Element): void {
  const box = element.getBoundingClientRect();
  const view = area.getBoundingClientRect();
  const room = Math.max(view.height - box.height, 32) / 2;
  area.scrollTop += box.top - view.top - Math.min(room, view.height / 3);
}
