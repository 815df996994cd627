import type { Clock } from "../platform/clock.ts";

/** A clock that stands still until it is told to go on. Begins at the real time, by which foreign programs check tokens. */
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
