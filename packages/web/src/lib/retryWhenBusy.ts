import { CallError } from "./callError.ts";

interface RetryOptions {
  signal?: AbortSignal | undefined;
  /** Waits for `ms`. Tests replace it. */
  wait?: ((ms: number) => Promise<void>) | undefined;
}

const waitMs = 3_000;
const maxWaits = 40;

/**
 * Runs idempotent work and retries it for up to two minutes while the server responds with 429 (too many requests).
 * Throws what `work` throws, or the signal's reason if the signal is aborted before an attempt.
 */
export async function retryWhenBusy<T>(work: () => Promise<T>, { signal, wait }: RetryOptions): Promise<T> {
  for (let waitCount = 0; ; waitCount += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError && error.status === 429) || waitCount >= maxWaits) throw error;
      await (wait ? wait(waitMs) : delay(waitMs, signal));
    }
  }
}

/** Resolves after `ms`, or earlier if the signal aborts. */
function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
