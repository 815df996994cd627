import type { Clock } from "../platform/clock.ts";

/**
 * A clock that advances only on request. It starts at the real time, because other programs check the expiry of tokens
 * against the real time.
 */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function createManualClock(start: Date = new Date()): ManualClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
}
