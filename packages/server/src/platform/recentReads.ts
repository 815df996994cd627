import type { Clock } from "./clock.ts";

/** What was read a moment ago, so that a busy second reads it once. */
export interface RecentReads<T> {
  /** What `read` gave for this key lately, or gives now; callers at the same time share one. Null and failures are not remembered. */
  get(key: string, read: () => Promise<T | null>): Promise<T | null>;
}

export interface RecentReadsOptions {
  /** How old what is given may be; a change made elsewhere is seen after this time. */
  lifetimeMs?: number;
  capacity?: number;
}

export function createRecentReads<T>(
  clock: Clock,
  { lifetimeMs = 1_000, capacity = 1_000 }: RecentReadsOptions = {},
): RecentReads<T> {
  // In the order of arrival, so that the oldest is the first.
  const known = new Map<string, { value: Promise<T | null>; untilMs: number }>();
  const forget = (key: string, value: Promise<T | null>) => {
    if (known.get(key)?.value === value) known.delete(key);
  };
  return {
    get(key, read) {
      const nowMs = clock.now().getTime();
      const entry = known.get(key);
      if (entry && nowMs < entry.untilMs) return entry.value;
      const value = read();
      known.delete(key);
      known.set(key, { value, untilMs: nowMs + lifetimeMs });
      value.then(
        (found) => {
          if (found === null) forget(key, value);
        },
        () => forget(key, value), // whoever asked has the error
      );
      for (const oldest of known.keys()) {
        if (known.size <= capacity) break;
        known.delete(oldest);
      }
      return value;
    },
  };
}
