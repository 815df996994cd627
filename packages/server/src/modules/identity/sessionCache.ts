import type { Actor } from "../../core/context.ts";

const entryTtlMs = 5_000;
const maxEntries = 10_000;

/**
 * Caches for 5 s to whom a session belongs, and which sessions have ended, so that not every call queries the database.
 */
export interface SessionCache {
  /** Null if the session has ended, undefined if it is not cached or the entry has expired. */
  get(sessionId: string, now: Date): Actor | null | undefined;
  /** Returns the entry that is now valid: null if the session has ended while it was being queried. */
  set(sessionId: string, actor: Actor | null, now: Date): Actor | null;
}

export function createSessionCache(capacity: number = maxEntries): SessionCache {
  // In insertion order, so the oldest entry is first.
  const entries = new Map<string, { actor: Actor | null; untilMs: number }>();
  return {
    get(sessionId, now) {
      const entry = entries.get(sessionId);
      if (!entry) return undefined;
      // A session cannot be resumed after its end, so this entry does not expire.
      return entry.actor === null || now.getTime() < entry.untilMs ? entry.actor : undefined;
    },
    set(sessionId, actor, now) {
      if (entries.get(sessionId)?.actor === null) return null;
      entries.delete(sessionId);
      entries.set(sessionId, { actor, untilMs: now.getTime() + entryTtlMs });
      for (const oldest of entries.keys()) {
        if (entries.size <= capacity) break;
        entries.delete(oldest);
      }
      return actor;
    },
  };
}
