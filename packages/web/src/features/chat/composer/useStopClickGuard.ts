import { useLayoutEffect, useRef } from "react";

/** A press on Stop may end this long after the answer has. */
const guardMs = 500;

/**
 * Returns a function that is true for a click of a pointer that may have been meant for Stop, in whose place Send has
 * just appeared. Key presses are never.
 */
export function useStopClickGuard(isStreaming: boolean): (click: { detail: number; timeStamp: number }) => boolean {
  const endedAtRef = useRef(Number.NEGATIVE_INFINITY);
  const wasStreamingRef = useRef(isStreaming);
  // A layout effect: the button is clicked no earlier than it is shown.
  useLayoutEffect(() => {
    if (wasStreamingRef.current && !isStreaming) endedAtRef.current = performance.now();
    wasStreamingRef.current = isStreaming;
  }, [isStreaming]);
  return ({ detail, timeStamp }) => detail > 0 && timeStamp - endedAtRef.current < guardMs;
}
