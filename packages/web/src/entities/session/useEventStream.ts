import { useEffect } from "react";
import { startBrowserEvents } from "../../lib/browserEvents/browserEvents.ts";
import { getLastEventId, refreshSession } from "./session.ts";

/** Receives the person's events while mounted, from the position at which the session was read. */
export function useEventStream(userId: string): void {
  useEffect(
    () => startBrowserEvents({ userId, lastEventId: getLastEventId(), onSignedOut: () => void refreshSession() }),
    [userId],
  );
}
