import { useLayoutEffect, useRef } from "react";

/** A press on Stop may end this long after the answer has. */
const guardMs = 500;

/** Nobody can aim at a button that was shown for less than this. */
const shortestAimMs = 250;

/**
 * Returns a function that is true for a click of a pointer that may have been meant for Stop, in whose place Send has
 * just appeared. Key presses are never.
 */
export function useStopClickGuard(isStreaming: boolean): (click: { detail: number; timeStamp: number }) => boolean {
  const startedAtRef = useRef<number | null>(null);
  const guardedUntilRef = useRef(Number.NEGATIVE_INFINITY);
  // A layout effect: the button is clicked no earlier than it is shown.
  useLayoutEffect(() => {
    const now = performance.now();
    if (isStreaming) {
      startedAtRef.current = now;
      return;
    }
    const startedAt = startedAtRef.current;
    if (startedAt !== null && now - startedAt > shortestAimMs) guardedUntilRef.current = now + guardMs;
    startedAtRef.current = null;
  }, [isStreaming]);
  return ({ detail, timeStamp }) => detail > 0 && timeStamp < guardedUntilRef.current;
}
