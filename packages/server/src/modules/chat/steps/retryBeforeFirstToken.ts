import type { Wait } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import {
  type ModelCall,
  ModelError,
  type ModelEvent,
  type ModelProvider,
} from "../../../platform/modelProviders/modelProvider.ts";

interface RetryMeans {
  wait: Wait;
  log: Log;
  /** From 0 up to 1. */
  random?: () => number;
  /** A clock that only goes forward. Ms. */
  nowMs?: () => number;
}

export const retryLimits = {
  /** Beside the first try. */
  retries: 2,
  /** Before the second try, with up to half of it taken off by chance; twice as long before the third. */
  firstWaitMs: 600,
  /**
   * A try begins at most so long after the first one began. A reply's headers are held back for 10 s, so what fails within this
   * time is still told by an HTTP status.
   */
  budgetMs: 5_000,
} as const;

/**
 * The same model, called again where its server failed in a way that may pass by itself and had not said a word. Once anything has
 * come, text, thoughts or a function call, nothing is asked twice. A stop ends the waiting. Throws what the last call threw.
 */
export function retryBeforeFirstToken(
  provider: Pick<ModelProvider, "stream">,
  { wait, log, random = Math.random, nowMs = () => performance.now() }: RetryMeans,
): Pick<ModelProvider, "stream"> {
  async function* stream(call: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
    const startedAtMs = nowMs();
    for (let retries = 0; ; retries++) {
      let hasBegun = false;
      try {
        for await (const events of provider.stream(call)) {
          hasBegun ||= events.length > 0;
          yield events;
        }
        return;
      } catch (error) {
        if (hasBegun || retries >= retryLimits.retries || !mayPass(error)) throw error;
        const waitMs = Math.max(backoffMs(retries, random()), (error.retryAfterSeconds ?? 0) * 1_000);
        if (nowMs() - startedAtMs + waitMs > retryLimits.budgetMs) throw error;
        log.info({ model: call.model, kind: error.kind, status: error.status, waitMs }, "a model is asked again");
        await wait(waitMs, call.signal);
        call.signal.throwIfAborted();
      }
    }
  }
  return { stream };
}

/** Half to all of a time that doubles with each retry, so that many who failed together do not come back together. */
function backoffMs(retries: number, chance: number): number {
  return Math.round(retryLimits.firstWaitMs * 2 ** retries * (1 - chance / 2));
}

const passingStatuses: readonly (number | undefined)[] = [500, 502, 503, 529];

/** Whether the same call may do better. What was too slow once has taken long enough; what was refused is refused again. */
function mayPass(error: unknown): error is ModelError {
  if (!(error instanceof ModelError)) return false;
  switch (error.kind) {
    case "unreachable":
    case "rateLimited":
    case "cut":
      return true;
    case "serverError":
      return error.status === undefined || passingStatuses.includes(error.status);
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
