import { setTimeout as delay } from "node:timers/promises";

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Resolves after `ms`, and at once when `signal` aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const systemWait: Wait = async (ms, signal) => {
  // A wait that was cut short has ended.
  await delay(ms, undefined, { signal }).catch(() => undefined);
};
