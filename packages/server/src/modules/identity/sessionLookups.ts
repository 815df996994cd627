import type { Actor } from "../../core/context.ts";

const lookupLifetimeMs = 5_000;
const mostLookups = 10_000;

/** Remembers for 5 s whose a session is, and which sessions have ended, so that a token is not looked up at each call. */
export interface SessionLookups {
  /** Null: the session has ended. Undefined: not known, or not lately. */
  find(sessionId: string, now: Date): Actor | null | undefined;
  /** Gives what counts: null when the session ended while it was being looked up. */
  remember(sessionId: string, actor: Actor | null, now: Date): Actor | null;
}

export function createSessionLookups(capacity: number = mostLookups): SessionLookups {
  // In the order of arrival, so that the oldest is the first.
  const known = new Map<string, { actor: Actor | null; untilMs: number }>();
  return {
    find(sessionId, now) {
      const entry = known.get(sessionId);
      if (!entry) return undefined;
      // An ended session never comes back, so that is known for good.
      return entry.actor === null || now.getTime() < entry.untilMs ? entry.actor : undefined;
    },
    remember(sessionId, actor, now) {
      if (known.get(sessionId)?.actor === null) return null;
      known.delete(sessionId);
      known.set(sessionId, { actor, untilMs: now.getTime() + lookupLifetimeMs });
      for (const oldest of known.keys()) {
        if (known.size <= capacity) break;
        known.delete(oldest);
      }
      return actor;
    },
  };
}
