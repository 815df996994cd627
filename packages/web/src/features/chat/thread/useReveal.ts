import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

interface RevealRequest {
  messageId: string;
  /** Marked for a moment, and given the focus. */
  isFound: boolean;
}

interface Reveal {
  /** The message that is to be drawn, wherever it is; null: none in particular. */
  requestedId: string | null;
  /** Brings a message into view, once it is among those shown. */
  reveal: (request: RevealRequest) => void;
}

/** The message stands so far below the upper edge, as a part of the height. */
const revealOffsetRatio = 0.15;
const highlightMs = 2_500;
/** What is drawn for the first time above it gets its height within so many frames. */
const settleFrames = 12;

/** Brings messages into view that may be far away and not in the page. `stopFollowing`: the view follows the end no longer. */
export function useReveal(scrollRef: RefObject<HTMLElement | null>, stopFollowing: () => void): Reveal {
  const [request, setRequest] = useState<RevealRequest | null>(null);
  // Each time something is drawn: it may come with a later draw, as a message of another branch does.
  useLayoutEffect(() => {
    const area = scrollRef.current;
    if (!request || !area) return;
    const element = findMessage(area, request.messageId);
    if (!element) return;
    stopFollowing();
    settle(area, element, settleFrames);
    if (request.isFound) highlight(element);
    setRequest(null);
  });
  return {
    requestedId: request?.messageId ?? null,
    reveal: useCallback((next: RevealRequest) => setRequest(next), []),
  };
}

/** The element of a message that is in the page. */
export function findMessage(area: ParentNode | null, messageId: string): HTMLElement | null {
  return area?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`) ?? null;
}

function settle(area: HTMLElement, element: HTMLElement, framesLeft: number): void {
  if (!element.isConnected) return;
  const { top } = element.getBoundingClientRect();
  const wantedTop = area.getBoundingClientRect().top + area.clientHeight * revealOffsetRatio;
  if (Math.abs(top - wantedTop) > 2) area.scrollTop += top - wantedTop;
  if (framesLeft > 0) requestAnimationFrame(() => settle(area, element, framesLeft - 1));
}

/** The outside world: an attribute that the styles know, so that no message is drawn again for it. */
function highlight(element: HTMLElement): void {
  element.dataset.found = "";
  // After what else takes the focus when a conversation is opened.
  requestAnimationFrame(() => focusElement(element));
  setTimeout(() => delete element.dataset.found, highlightMs);
}

/** Gives the focus to something that does not take it by itself; Tab goes on from there. */
export function focusElement(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
