import { setTimeout as delay } from "node:timers/promises";

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Resolves after `ms`, or as soon as `signal` aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const systemWait: Wait = async (ms, signal) => {
  // An aborted wait resolves instead of rejecting.
  await delay(ms, undefined, { signal }).catch(() => undefined);
};
