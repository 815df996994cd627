import type { Clock } from "./clock.ts";

/**
 * A token bucket per key. A full bucket contains one minute's tokens, which can be used in one burst. It refills
 * evenly.
 */
export interface RateLimiter {
  /** Takes `weight` tokens and returns 0, or takes none and returns the milliseconds until there are enough. */
  take(key: string, weight?: number): number;
  /** Returns the whole tokens that are left, and the milliseconds until the bucket is full again. Takes nothing. */
  peek(key: string): { remaining: number; fullInMs: number };
}

const minuteMs = 60_000;
const defaultCapacity = 10_000;

/** `capacity`: the number of keys to track; beyond it, the least recently used ones start over with a full bucket. */
export function createRateLimiter(clock: Clock, perMinute: number, capacity: number = defaultCapacity): RateLimiter {
  // The buckets, ordered by last use. Tokens are measured in time: a full bucket holds one minute, and it refills as
  // time passes.
  const buckets = new Map<string, { remainingMs: number; updatedAtMs: number }>();
  const getRemainingMs = (key: string, nowMs: number) => {
    const bucket = buckets.get(key) ?? { remainingMs: minuteMs, updatedAtMs: nowMs };
    // A clock that was set back neither refills nor empties a bucket.
    return Math.min(minuteMs, bucket.remainingMs + Math.max(0, nowMs - bucket.updatedAtMs));
  };
  return {
    peek(key) {
      const remainingMs = getRemainingMs(key, clock.now().getTime());
      return { remaining: Math.floor((remainingMs * perMinute) / minuteMs), fullInMs: minuteMs - remainingMs };
    },
    take(key, weight = 1) {
      const nowMs = clock.now().getTime();
      const remainingMs = getRemainingMs(key, nowMs);
      // A request heavier than a minute's worth is allowed once the bucket is full.
      const requiredMs = Math.min(minuteMs, (weight * minuteMs) / perMinute);
      const hasEnough = remainingMs >= requiredMs;
      buckets.delete(key);
      buckets.set(key, { remainingMs: hasEnough ? remainingMs - requiredMs : remainingMs, updatedAtMs: nowMs });
      for (const oldest of buckets.keys()) {
        if (buckets.size <= capacity) break;
        buckets.delete(oldest);
      }
      return hasEnough ? 0 : Math.ceil(requiredMs - remainingMs);
    },
  };
}
