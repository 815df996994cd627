import { useEffect, useRef } from "react";
import { startBrowserEvents } from "../../lib/browserEvents/browserEvents.ts";
import { getLastEventId, refreshSession } from "./session.ts";

/** A position that no server knows, after which it tells the browser to read everything again. */
const unknownPosition = "held";

/**
 * Receives the person's events while mounted, from the position at which the session was read. While `isHeld`, the server
 * would reject the stream, so nothing is received; afterwards everything is read again.
 */
export function useEventStream(userId: string, isHeld: boolean): void {
  const wasHeldRef = useRef(false);
  useEffect(() => {
    if (isHeld) {
      wasHeldRef.current = true;
      return;
    }
    const lastEventId = wasHeldRef.current ? unknownPosition : getLastEventId();
    return startBrowserEvents({ userId, lastEventId, onSignedOut: () => void refreshSession() });
  }, [userId, isHeld]);
}
