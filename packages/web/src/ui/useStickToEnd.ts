import { useThrottledCallback } from "@mantine/hooks";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { watchReaderScroll } from "./watchReaderScroll.ts";

/** The minimum time between two scrolls to the end that the content or the window's size causes. */
const followIntervalMs = 250;
/** The distance from the end, in CSS px, within which the view follows the end. */
const endZonePx = 30;
/** The distance of a question from the upper edge, in CSS px, when the view stays at the beginning of its answer. */
const questionGapPx = 12;
/** The part of the view's height that a long question may take up above its answer. */
const maxQuestionRatio = 0.4;

interface StickToEnd {
  scrollRef: RefObject<HTMLDivElement | null>;
  contentRef: RefObject<HTMLDivElement | null>;
  /** True if the view is more than `endZonePx` away from the end. */
  isAway: boolean;
  /** Scrolls to the end and follows it. */
  scrollToEnd: () => void;
  /**
   * Scrolls to the end and follows the answer to the last question, an element with `data-turn-start`, until its beginning
   * is at the upper edge. From there it can be read while it grows. `question`: it has an answer already, which is being
   * replaced; the view goes to its beginning.
   */
  followAnswer: (question?: HTMLElement | null) => void;
  /** Stops following the content. */
  stopFollowing: () => void;
}

/** The position and the size of an area when they were last read. */
interface View {
  top: number;
  contentHeight: number;
  height: number;
}

const unreadView: View = { top: 0, contentHeight: 0, height: 0 };

/**
 * Scrolls an area to its end whenever its content grows. Stops when the reader scrolls up, and resumes at the end. An
 * answer can be followed only until its beginning is at the upper edge, see `followAnswer`.
 * `isActive`: false if the content is read from its beginning.
 */
export function useStickToEnd(isActive = true): StickToEnd {
  const scrollRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const followedRef = useRef<"end" | "answer" | null>("end");
  /** The question whose answer is being replaced, until it is rendered anew. */
  const questionRef = useRef<HTMLElement | null>(null);
  const isActiveRef = useRef(isActive);
  useLayoutEffect(() => {
    isActiveRef.current = isActive;
  }, [isActive]);
  const lastViewRef = useRef(unreadView);
  const isReaderScrollingRef = useRef((): boolean => false);
  const [isAway, setIsAway] = useState(false);

  /** Reads the position, and stops following if the reader has scrolled up since it was last read. */
  const readView = useCallback((area: HTMLElement) => {
    const last = lastViewRef.current;
    const view = { top: area.scrollTop, contentHeight: area.scrollHeight, height: area.clientHeight };
    lastViewRef.current = view;
    // When late pictures or diagrams change the content's height, the browser may scroll upwards by itself.
    const isSameSize = view.contentHeight === last.contentHeight && view.height === last.height;
    const isAtEnd = distanceToEnd(area) <= endZonePx;
    const isScrolledUp = view.top < last.top && !isAtEnd;
    if (isScrolledUp && (isSameSize || isReaderScrollingRef.current())) followedRef.current = null;
    // An answer that is requested again replaces a longer one. The reader has not asked for its end.
    if (isAtEnd && view.contentHeight < last.contentHeight) followedRef.current ??= "answer";
  }, []);

  const follow = useCallback(() => {
    const area = scrollRef.current;
    if (!area) return;
    // The reader may have scrolled up, and the event of that comes later.
    readView(area);
    if (followedRef.current !== null && isActiveRef.current) {
      const question = questionRef.current?.isConnected ? questionRef.current : findLastQuestion(area);
      const readingTop =
        followedRef.current === "answer" && question ? findReadingTop(area, question) : Number.POSITIVE_INFINITY;
      area.scrollTop = Math.max(area.scrollTop, Math.min(readingTop, area.scrollHeight));
      // The reader has the beginning of the answer, and the rest below.
      if (followedRef.current === "answer" && distanceToEnd(area) > endZonePx) followedRef.current = null;
      // The reader may scroll up before the event of this scroll, and both then cause one event.
      readView(area);
    }
    setIsAway(isActiveRef.current && distanceToEnd(area) > endZonePx);
  }, [readView]);

  const followThrottled = useThrottledCallback(follow, followIntervalMs);

  const scrollToEnd = useCallback(() => {
    followedRef.current = "end";
    lastViewRef.current = unreadView;
    follow();
  }, [follow]);

  const followAnswer = useCallback(
    (question?: HTMLElement | null) => {
      const area = scrollRef.current;
      questionRef.current = question ?? null;
      if (area && question) {
        area.scrollTop = findReadingTop(area, question);
        lastViewRef.current = unreadView;
      } else scrollToEnd(); // The question and its answer are rendered after this.
      followedRef.current = "answer";
    },
    [scrollToEnd],
  );

  const stopFollowing = useCallback(() => {
    followedRef.current = null;
  }, []);

  useLayoutEffect(() => {
    const area = scrollRef.current;
    const content = contentRef.current;
    if (!area || !content) return;
    const readerScroll = watchReaderScroll(area);
    isReaderScrollingRef.current = readerScroll.isLikely;
    const onScroll = () => {
      readView(area);
      const distance = distanceToEnd(area);
      if (distance <= endZonePx) followedRef.current ??= "end";
      // While the view follows the content, new text moves the end away only until the next scroll.
      setIsAway(isActiveRef.current && followedRef.current === null && distance > endZonePx);
    };
    follow();
    const observer = new ResizeObserver(followThrottled);
    observer.observe(area);
    observer.observe(content);
    // What the reader unfolds is read from its beginning.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("[aria-expanded]:not([aria-haspopup])")) stopFollowing();
    };
    content.addEventListener("click", onClick);
    area.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      readerScroll.unwatch();
      content.removeEventListener("click", onClick);
      area.removeEventListener("scroll", onScroll);
    };
  }, [follow, followThrottled, readView, stopFollowing]);

  return { scrollRef, contentRef, isAway, scrollToEnd, followAnswer, stopFollowing };
}

/** Returns the scroll position at which the beginning of an answer is read: its question, if short, is at the upper edge. */
function findReadingTop(area: HTMLElement, question: Element): number {
  const box = question.getBoundingClientRect();
  const top = Math.max(box.top - questionGapPx, box.bottom - area.clientHeight * maxQuestionRatio);
  return area.scrollTop + top - area.getBoundingClientRect().top;
}

const findLastQuestion = (area: HTMLElement) => [...area.querySelectorAll("[data-turn-start]")].at(-1);

function distanceToEnd(area: HTMLElement): number {
  return area.scrollHeight - area.scrollTop - area.clientHeight;
}
