import type { Actor } from "../../core/context.ts";

const entryTtlMs = 2_000;
const maxEntries = 10_000;

/**
 * Caches the person of each active session for 2 s, and ended sessions without a time limit, to avoid a database query
 * for every call.
 */
export interface SessionCache {
  /**
   * Returns the person of a session, or null if it has ended. If it is not cached or the entry has expired, calls `read`
   * with the same meaning, once for concurrent callers. A read that started 2 s ago or earlier is not shared: it may not
   * see that the session has ended, and on a lost connection it may take minutes.
   */
  get(sessionId: string, now: Date, read: () => Promise<Actor | null>): Promise<Actor | null>;
  /** Marks a session as ended, also for reads in progress. */
  end(sessionId: string): void;
}

export function createSessionCache(capacity: number = maxEntries): SessionCache {
  // A map iterates in insertion order, so the oldest entry is first.
  const entries = new Map<string, { actor: Actor | null; expiresAtMs: number }>();
  const reads = new Map<string, { actor: Promise<Actor | null>; expiresAtMs: number }>();

  const set = (sessionId: string, actor: Actor | null, expiresAtMs: number): Actor | null => {
    if (entries.get(sessionId)?.actor === null) return null;
    entries.delete(sessionId);
    entries.set(sessionId, { actor, expiresAtMs });
    for (const oldestId of entries.keys()) {
      if (entries.size <= capacity) break;
      entries.delete(oldestId);
    }
    return actor;
  };

  return {
    async get(sessionId, now, read) {
      const entry = entries.get(sessionId);
      const nowMs = now.getTime();
      // A session cannot be resumed after its end, so that entry does not expire.
      if (entry && (entry.actor === null || nowMs < entry.expiresAtMs)) return entry.actor;
      const sharedRead = reads.get(sessionId);
      if (sharedRead && nowMs < sharedRead.expiresAtMs) return sharedRead.actor;
      const expiresAtMs = nowMs + entryTtlMs;
      const actor = read()
        .then((readActor) => set(sessionId, readActor, expiresAtMs))
        .finally(() => {
          if (reads.get(sessionId)?.actor === actor) reads.delete(sessionId);
        });
      reads.set(sessionId, { actor, expiresAtMs });
      return actor;
    },
    end: (sessionId) => void set(sessionId, null, 0),
  };
}
