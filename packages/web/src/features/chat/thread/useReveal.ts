import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

interface RevealRequest {
  messageId: string;
  /** True for a search result, which is highlighted briefly and focused. */
  isFound: boolean;
}

interface Reveal {
  /** The message that must be rendered; null: none in particular. */
  requestedId: string | null;
  /** Scrolls to a message as soon as it is rendered. */
  reveal: (request: RevealRequest) => void;
}

/** The distance of the message from the upper edge, as a fraction of the height. */
const revealOffsetRatio = 0.15;
const highlightMs = 2_500;
/** Frames until messages that are rendered above it for the first time have their final heights. */
const settleFrames = 12;

/**
 * Scrolls to messages that may be far away and not rendered. `stopFollowing`: called so that the view no longer follows
 * the end.
 */
export function useReveal(scrollRef: RefObject<HTMLElement | null>, stopFollowing: () => void): Reveal {
  const [request, setRequest] = useState<RevealRequest | null>(null);
  // At every render: the message may appear with a later one, such as a message of another branch.
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

/** The element of a message; null if it is not rendered. */
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

/** Sets an attribute for the styles instead of state, so that no message renders again. */
function highlight(element: HTMLElement): void {
  element.dataset.found = "";
  // After the focus has moved to the message field of an opened conversation.
  requestAnimationFrame(() => focusElement(element));
  setTimeout(() => delete element.dataset.found, highlightMs);
}

/** Focuses an element that is not focusable by itself. Tab continues from there. */
export function focusElement(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
