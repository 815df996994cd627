import type { Message } from "@lectern/contract";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { getFoundWords } from "../../../entities/chat/foundWords.ts";

interface RevealRequest {
  messageId: string;
  /** True for a search result, which is highlighted briefly and focused. */
  isFound: boolean;
}

interface Reveal {
  /** The id of the message that must be rendered; null if there is none. */
  requestedId: string | null;
  /** Scrolls to a message as soon as it is rendered. */
  reveal: (request: RevealRequest) => void;
}

/** The distance of the message from the upper edge, as a fraction of the scroll area's height. */
const revealOffsetRatio = 0.15;
const highlightMs = 2_500;
/** The number of frames after which newly rendered messages above the target have their final heights. */
const settleFrames = 12;

/**
 * Scrolls to messages that may be far away and not rendered. `stopFollowing`: called so that the view no longer follows
 * the end.
 */
export function useReveal(scrollRef: RefObject<HTMLElement | null>, stopFollowing: () => void): Reveal {
  const [request, setRequest] = useState<RevealRequest | null>(null);
  const removeMarksRef = useRef<(() => void) | null>(null);
  useEffect(() => () => removeMarksRef.current?.(), []);
  // Runs after every render, because the message may appear only in a later one, for example if it is on another
  // branch.
  useLayoutEffect(() => {
    const area = scrollRef.current;
    if (!request || !area) return;
    const element = findMessageElement(area, request.messageId);
    if (!element) return;
    stopFollowing();
    scrollUntilSettled(area, element, settleFrames);
    if (request.isFound) {
      highlight(element);
      removeMarksRef.current?.();
      removeMarksRef.current = markFoundWords(element, request.messageId);
    }
    setRequest(null);
  });
  return {
    requestedId: request?.messageId ?? null,
    reveal: useCallback((next: RevealRequest) => setRequest(next), []),
  };
}

/** Finds the element of a message; null if the message is not rendered. */
export function findMessageElement(area: ParentNode | null, messageId: string): HTMLElement | null {
  return area?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`) ?? null;
}

function scrollUntilSettled(area: HTMLElement, element: HTMLElement, framesLeft: number): void {
  if (!element.isConnected) return;
  const { top } = element.getBoundingClientRect();
  const targetTop = area.getBoundingClientRect().top + area.clientHeight * revealOffsetRatio;
  if (Math.abs(top - targetTop) > 2) area.scrollTop += top - targetTop;
  if (framesLeft > 0) requestAnimationFrame(() => scrollUntilSettled(area, element, framesLeft - 1));
}

/** Unfolds and highlights an element, the latter through an attribute, so that no message renders again. */
function highlight(element: HTMLElement): void {
  element.querySelector<HTMLElement>("[data-unfold][aria-expanded='false']")?.click();
  element.dataset.found = "";
  // Wait until an opened conversation has focused its message field.
  requestAnimationFrame(() => focusElement(element));
  setTimeout(() => delete element.dataset.found, highlightMs);
}

/**
 * Marks the words of the search until the person types something or presses Esc, another message is found or the
 * conversation is closed.
 */
function markFoundWords(element: HTMLElement, messageId: string): () => void {
  const words = getFoundWords(messageId);
  const controller = new AbortController();
  const { signal } = controller;
  const mark = async () => {
    const { markWords } = await import("./markWords.ts");
    if (!signal.aborted) signal.addEventListener("abort", markWords(element, words));
  };
  if (words.length > 0) {
    // Without the code, the message is still highlighted.
    mark().catch(() => {});
    const end = () => controller.abort();
    addEventListener("input", end, { signal });
    addEventListener("keydown", ({ key }: KeyboardEvent) => key === "Escape" && end(), { signal, capture: true });
  }
  return () => controller.abort();
}

/** Calls `moveFocus` with the question of an answer that is about to be replaced, if the answer contains the focus. */
export function leaveAnswer(
  area: ParentNode | null,
  { id, parentId }: Message,
  moveFocus: (question: HTMLElement) => void,
): void {
  const hasFocus = findMessageElement(area, id)?.contains(document.activeElement) === true;
  const question = hasFocus && parentId !== null ? findMessageElement(area, parentId) : null;
  if (question) moveFocus(question);
}

/** Focuses an element that is not focusable by itself. Tab continues from there. */
export function focusElement(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
