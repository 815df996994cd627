import { setTimeout } from "node:timers/promises";
import type { Platform } from "../../core/context.ts";

/**
 * For shutdown: no new answer is begun, and the server says that it is not ready. Waits up to `graceMs` for the
 * answers being written and those read from other processes, stops the rest (they end
 * as interrupted, with their text kept), and waits for the last writes and titles. `signal` cuts the grace short.
 */
export async function drainRuns({ runLog }: Platform, graceMs: number, signal?: AbortSignal): Promise<void> {
  runLog.beginEnding();
  const over = new AbortController();
  const graceOver = signal ? AbortSignal.any([over.signal, signal]) : over.signal;
  // An aborted wait is a wait that has ended.
  const grace = setTimeout(graceMs, undefined, { signal: graceOver }).catch(() => undefined);
  await Promise.race([runLog.idle(), grace]);
  over.abort();
  runLog.stopAll();
  await runLog.idle();
}
