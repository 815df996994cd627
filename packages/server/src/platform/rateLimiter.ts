import type { Clock } from "./clock.ts";

/**
 * A token bucket per key. A full bucket contains the tokens of one period, which can be used in one burst. It refills
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

interface RateLimiterOptions {
  /** A minute if it is absent. */
  periodMs?: number;
  /** The number of keys to track. Beyond it, the least recently used ones start over with a full bucket. */
  capacity?: number;
}

/** `perPeriod`: the tokens of a full bucket. */
export function createRateLimiter(
  clock: Clock,
  perPeriod: number,
  { periodMs = minuteMs, capacity = defaultCapacity }: RateLimiterOptions = {},
): RateLimiter {
  // The buckets, ordered by last use. Tokens are measured in time: a full bucket holds one period, and it refills as
  // time passes.
  const buckets = new Map<string, { remainingMs: number; updatedAtMs: number }>();
  const getRemainingMs = (key: string, nowMs: number) => {
    const bucket = buckets.get(key) ?? { remainingMs: periodMs, updatedAtMs: nowMs };
    // A clock that was set back neither refills nor empties a bucket.
    return Math.min(periodMs, bucket.remainingMs + Math.max(0, nowMs - bucket.updatedAtMs));
  };
  return {
    peek(key) {
      const remainingMs = getRemainingMs(key, clock.now().getTime());
      return { remaining: Math.floor((remainingMs * perPeriod) / periodMs), fullInMs: periodMs - remainingMs };
    },
    take(key, weight = 1) {
      const nowMs = clock.now().getTime();
      const remainingMs = getRemainingMs(key, nowMs);
      // A request heavier than a period's worth is allowed once the bucket is full.
      const requiredMs = Math.min(periodMs, (weight * periodMs) / perPeriod);
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
