import type { Wait } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import {
  type ModelCall,
  ModelError,
  type ModelEvent,
  type ModelProvider,
} from "../../../platform/modelProviders/modelProvider.ts";

interface RetryDependencies {
  wait: Wait;
  log: Log;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random?: () => number;
  /** Returns the time of a monotonic clock. */
  nowMs?: () => number;
}

export const retryLimits = {
  /** The number of retries after the first attempt. */
  maxRetries: 2,
  /** Delay before the first retry. It doubles with each retry and is reduced by a random share of up to half. */
  baseDelayMs: 600,
  /**
   * An attempt starts at most this long after the first one. `streamRun` holds back the response headers for up to
   * 10 s, so that the failure of a retry can usually still become an HTTP status.
   */
  budgetMs: 5_000,
} as const;

/**
 * Wraps a provider so that it retries a call that failed in a transient way before the first event. Once any event has
 * arrived, the call is never repeated. The stream throws the error of the last attempt, or the abort reason if the call
 * is aborted during a wait.
 */
export function retryBeforeFirstToken(
  provider: Pick<ModelProvider, "stream">,
  { wait, log, random = Math.random, nowMs = () => performance.now() }: RetryDependencies,
): Pick<ModelProvider, "stream"> {
  async function* stream(call: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
    const startedAtMs = nowMs();
    for (let retryCount = 0; ; retryCount++) {
      let hasStarted = false;
      try {
        for await (const events of provider.stream(call)) {
          hasStarted ||= events.length > 0;
          yield events;
        }
        return;
      } catch (error) {
        if (hasStarted || retryCount >= retryLimits.maxRetries || !isTransient(error)) throw error;
        const waitMs = Math.max(computeBackoffMs(retryCount, random()), (error.retryAfterSeconds ?? 0) * 1_000);
        if (nowMs() - startedAtMs + waitMs > retryLimits.budgetMs) throw error;
        log.info({ model: call.model, kind: error.kind, status: error.status, waitMs }, "retrying a model call");
        await wait(waitMs, call.signal);
        call.signal.throwIfAborted();
      }
    }
  }
  return { stream };
}

/**
 * Computes an exponential backoff with jitter, so that calls that failed at the same time are not retried at the same
 * time.
 */
function computeBackoffMs(retryCount: number, jitter: number): number {
  return Math.round(retryLimits.baseDelayMs * 2 ** retryCount * (1 - jitter / 2));
}

const transientStatuses: readonly (number | undefined)[] = [500, 502, 503, 529];

/**
 * Returns true if the same call may succeed later. After a timeout, the person has already waited long enough; a
 * rejected call would be rejected again.
 */
function isTransient(error: unknown): error is ModelError {
  if (!(error instanceof ModelError)) return false;
  switch (error.kind) {
    case "unreachable":
    case "rateLimited":
    case "cut":
      return true;
    case "serverError":
      return error.status === undefined || transientStatuses.includes(error.status);
    case "insecure":
    case "unauthorized":
    case "modelNotFound":
    case "badRequest":
    case "quotaUsedUp":
    case "contextTooLong":
    case "contentFilter":
    case "timeout":
    case "protocol":
      return false;
    default:
      return error.kind satisfies never;
  }
}
