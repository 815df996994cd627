import { setTimeout } from "node:timers/promises";
import type { Platform } from "../../core/context.ts";

/**
 * Drains the runs at shutdown: rejects new runs and reports the server as not ready. Waits up to `graceMs` for live
 * runs and for answers relayed from other processes. Then stops the remaining runs, which end as interrupted with their
 * text stored, and ends the relays. Finally waits for pending writes and titles. `signal` ends the grace period early.
 */
export async function drainRuns({ runLog }: Platform, graceMs: number, signal?: AbortSignal): Promise<void> {
  runLog.beginShutdown();
  const timerController = new AbortController();
  const timerSignal = signal ? AbortSignal.any([timerController.signal, signal]) : timerController.signal;
  // An abort rejects the timer's promise, which only ends the grace period.
  const gracePeriod = setTimeout(graceMs, undefined, { signal: timerSignal }).catch(() => undefined);
  await Promise.race([runLog.whenIdle(), gracePeriod]);
  timerController.abort();
  runLog.stopAll();
  await runLog.whenIdle();
}
