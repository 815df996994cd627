import { setTimeout } from "node:timers/promises";
import type { Platform } from "../../core/context.ts";

/**
 * Drains the runs at shutdown: rejects new runs and reports the server as not ready. Waits up to `graceMs` for live
 * runs and for answers relayed from other processes, then stops the remaining ones: they end as interrupted and their
 * text is stored. Finally waits for pending writes and titles. `signal` ends the grace period early.
 */
export async function drainRuns({ runLog }: Platform, graceMs: number, signal?: AbortSignal): Promise<void> {
  runLog.beginShutdown();
  const idle = new AbortController();
  const graceOver = signal ? AbortSignal.any([idle.signal, signal]) : idle.signal;
  // An abort rejects this promise; it only means that the grace period is over.
  const grace = setTimeout(graceMs, undefined, { signal: graceOver }).catch(() => undefined);
  await Promise.race([runLog.whenIdle(), grace]);
  idle.abort();
  runLog.stopAll();
  await runLog.whenIdle();
}
