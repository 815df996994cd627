import type { StreamResult } from "../../lib/chatStream.ts";

/** How a reading ended; `signedOut`: there was no token to ask with. */
export type RunResult = StreamResult | { kind: "signedOut" };

/** The server keeps a run for five minutes after its end; nobody finds it later than that. */
const giveUpAfterMs = 5 * 60_000;
const delaysMs = [200, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Reads a run whose reading broke off again and again, until it has ended, is gone, or nothing has come for five minutes; tries
 * at once when the browser is back online. `read` goes on after the last event that came. Gives the last result.
 */
export async function reconnect(
  broken: RunResult,
  read: () => Promise<RunResult>,
  signal: AbortSignal,
): Promise<RunResult> {
  let lastEventId = broken.kind === "cut" ? broken.lastEventId : 0;
  let result = broken;
  let failures = 0;
  let lastProgressAt = Date.now();
  while (mayPass(result) && Date.now() - lastProgressAt < giveUpAfterMs) {
    await pause(delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 0, signal);
    if (signal.aborted) return { kind: "aborted", lastEventId };
    result = await read();
    failures += 1;
    if (result.kind === "cut" && result.lastEventId > lastEventId) {
      lastEventId = result.lastEventId;
      lastProgressAt = Date.now();
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

/** Waits; less long when the browser comes back online or `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener?.("online", done);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
