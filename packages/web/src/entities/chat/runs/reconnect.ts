import { isOffline, pause } from "../../../lib/network.ts";
import type { StreamResult } from "./chatStream.ts";

/** How reading a run ended; `signedOut`: there was no token for the request. */
export type RunResult = StreamResult | { kind: "signedOut" };

/**
 * The maximum total wait between attempts without a new event. A server that is back later than that has lost the run.
 */
const maxTotalWaitMs = 5 * 60_000;
const retryDelaysMs = [200, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Retries `read`, which resumes after the last event received, as long as another attempt may succeed and the total
 * wait is below its limit. Time without a network or while the computer sleeps does not count. Retries immediately when
 * the browser is back online. Returns the last result, or `aborted` if `signal` aborts.
 */
export async function reconnect(
  firstResult: RunResult,
  read: () => Promise<RunResult>,
  signal: AbortSignal,
): Promise<RunResult> {
  let lastEventId = firstResult.kind === "broken" ? firstResult.lastEventId : 0;
  let result = firstResult;
  let failures = 0;
  let waitedMs = 0;
  while (isTransient(result) && waitedMs < maxTotalWaitMs) {
    const delayMs = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0;
    if (isOffline()) {
      await pause(null, signal);
    } else {
      await pause(delayMs, signal);
      waitedMs += delayMs;
    }
    if (signal.aborted) return { kind: "aborted", lastEventId };
    result = await read();
    failures += 1;
    if (result.kind === "broken" && result.lastEventId > lastEventId) {
      lastEventId = result.lastEventId;
      waitedMs = 0;
      failures = 0;
    }
  }
  return result;
}

/** True if another attempt may succeed. This includes status 401, because the next attempt requests a new token. */
function isTransient(result: RunResult): boolean {
  if (result.kind === "broken" || result.kind === "networkError") return true;
  return result.kind === "httpError" && (result.status >= 500 || [401, 408, 425, 429].includes(result.status));
}
