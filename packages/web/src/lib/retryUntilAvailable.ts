import { CallError, NetworkError } from "./callError.ts";
import { isOffline, pause } from "./network.ts";

interface RetryOptions {
  signal?: AbortSignal | undefined;
  /** Waits for `ms`. Tests replace it. */
  wait?: ((ms: number) => Promise<void>) | undefined;
}

const waitMs = 3_000;
const maxWaits = 40;

/**
 * Runs idempotent work and retries it for up to two minutes while the server responds with 429 (too many requests) or
 * does not respond. While the browser is offline it waits without a limit. Throws what `work` throws, or the signal's
 * reason if the signal is aborted before an attempt.
 */
export async function retryUntilAvailable<T>(work: () => Promise<T>, { signal, wait }: RetryOptions): Promise<T> {
  for (let waitCount = 0; ; ) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      if (isOffline()) {
        await pause(null, signal);
        continue;
      }
      if (waitCount >= maxWaits) throw error;
      waitCount += 1;
      await (wait ? wait(waitMs) : pause(waitMs, signal));
    }
  }
}

/** True if the server did not respond, or responded with 429. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof CallError && error.status === 429);
