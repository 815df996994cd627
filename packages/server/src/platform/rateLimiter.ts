import type { Clock } from "./clock.ts";

/** How often each of many may do something: a minute's worth at once, and then as it comes back, evenly. */
export interface RateLimiter {
  /** Takes from what `key` has left; gives 0, or the milliseconds until there will be enough, and then takes nothing. */
  take(key: string, weight?: number): number;
}

const minuteMs = 60_000;
const mostKeys = 10_000;

/** `capacity`: keys that are remembered; beyond it those that were not heard of for longest begin anew. */
export function createRateLimiter(clock: Clock, perMinute: number, capacity: number = mostKeys): RateLimiter {
  // What is left is told in time: a minute is all, and it comes back as time goes by. In the order of their last use.
  const buckets = new Map<string, { leftMs: number; atMs: number }>();
  return {
    take(key, weight = 1) {
      const nowMs = clock.now().getTime();
      const bucket = buckets.get(key) ?? { leftMs: minuteMs, atMs: nowMs };
      // A clock that was set back gives nothing and takes nothing.
      const leftMs = Math.min(minuteMs, bucket.leftMs + Math.max(0, nowMs - bucket.atMs));
      // What weighs more than a minute's worth is let through once all of that is there.
      const costMs = Math.min(minuteMs, (weight * minuteMs) / perMinute);
      const isEnough = leftMs >= costMs;
      buckets.delete(key);
      buckets.set(key, { leftMs: isEnough ? leftMs - costMs : leftMs, atMs: nowMs });
      for (const oldest of buckets.keys()) {
        if (buckets.size <= capacity) break;
        buckets.delete(oldest);
      }
      return isEnough ? 0 : Math.ceil(costMs - leftMs);
    },
  };
}
