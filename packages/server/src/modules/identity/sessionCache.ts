import type { Actor } from "../../core/context.ts";

const entryTtlMs = 2_000;
const maxEntries = 10_000;

/**
 * Caches the person of each active session for 2 s, and ended sessions without a time limit, to avoid a database query
 * for every call.
 */
export interface SessionCache {
  /** Null if the session has ended, undefined if it is not cached or the entry has expired. */
  get(sessionId: string, now: Date): Actor | null | undefined;
  /** Caches and returns `actor` (null: the session has ended). Returns null if the session is cached as ended. */
  set(sessionId: string, actor: Actor | null, now: Date): Actor | null;
}

export function createSessionCache(capacity: number = maxEntries): SessionCache {
  // A map iterates in insertion order, so the oldest entry is first.
  const entries = new Map<string, { actor: Actor | null; expiresAtMs: number }>();
  return {
    get(sessionId, now) {
      const entry = entries.get(sessionId);
      if (!entry) return undefined;
      // A session cannot be resumed after its end, so this entry does not expire.
      return entry.actor === null || now.getTime() < entry.expiresAtMs ? entry.actor : undefined;
    },
    set(sessionId, actor, now) {
      if (entries.get(sessionId)?.actor === null) return null;
      entries.delete(sessionId);
      entries.set(sessionId, { actor, expiresAtMs: now.getTime() + entryTtlMs });
      for (const oldestId of entries.keys()) {
        if (entries.size <= capacity) break;
        entries.delete(oldestId);
      }
      return actor;
    },
  };
}
