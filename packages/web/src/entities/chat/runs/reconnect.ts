import type { StreamResult } from "./chatStream.ts";

/** How a reading ended; `signedOut`: there was no token to ask with. */
export type RunResult = StreamResult | { kind: "signedOut" };

/** So much waiting between tries that bring nothing is enough: a server that comes back later has forgotten the run. */
const giveUpAfterMs = 5 * 60_000;
const delaysMs = [200, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Reads a run whose reading broke off again and again, until it has ended, is gone, or five minutes of waiting have brought nothing.
 * Neither the time without a network nor that of a sleeping computer counts: only the server can say that a run is gone. Tries at
 * once when the browser is back online. `read` goes on after the last event that came. Gives the last result.
 */
export async function reconnect(
  broken: RunResult,
  read: () => Promise<RunResult>,
  signal: AbortSignal,
): Promise<RunResult> {
  let lastEventId = broken.kind === "cut" ? broken.lastEventId : 0;
  let result = broken;
  let failures = 0;
  let waitedMs = 0;
  while (mayPass(result) && waitedMs < giveUpAfterMs) {
    const delayMs = delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 0;
    if (isOffline()) {
      await pause(null, signal);
    } else {
      await pause(delayMs, signal);
      waitedMs += delayMs;
    }
    if (signal.aborted) return { kind: "aborted", lastEventId };
    result = await read();
    failures += 1;
    if (result.kind === "cut" && result.lastEventId > lastEventId) {
      lastEventId = result.lastEventId;
      waitedMs = 0;
      failures = 0;
    }
  }
  return result;
}

/** Whether another try may give more. 401 is among them: the next try comes with a new token. */
function mayPass(result: RunResult): boolean {
  if (result.kind === "cut" || result.kind === "networkError") return true;
  return result.kind === "httpError" && (result.status >= 500 || [401, 408, 425, 429].includes(result.status));
}

const isOffline = () => globalThis.navigator?.onLine === false;

/** Waits, null: without a bound; less long when the browser comes back online or `signal` aborts. */
function pause(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = ms === null ? undefined : setTimeout(done, ms);
    globalThis.addEventListener?.("online", done);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
