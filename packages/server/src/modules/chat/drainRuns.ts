import { setTimeout } from "node:timers/promises";
import type { Platform } from "../../core/context.ts";

/**
 * For shutdown: accepts no new runs, and the server reports that it is not ready. Waits up to `graceMs` for the live
 * runs and for answers relayed from other processes, stops the rest (they end as interrupted and their text is stored),
 * and waits for the last writes and titles. `signal` ends the grace period early.
 */
export async function drainRuns({ runLog }: Platform, graceMs: number, signal?: AbortSignal): Promise<void> {
  runLog.beginShutdown();
  const idle = new AbortController();
  const graceOver = signal ? AbortSignal.any([idle.signal, signal]) : idle.signal;
  // An aborted wait rejects; here that only means that the grace period is over.
  const grace = setTimeout(graceMs, undefined, { signal: graceOver }).catch(() => undefined);
  await Promise.race([runLog.whenIdle(), grace]);
  idle.abort();
  runLog.stopAll();
  await runLog.whenIdle();
}
