import { CallError } from "./callError.ts";

interface BusyOptions {
  signal?: AbortSignal | undefined;
  /** Resolves after so long; absent: by the clock. */
  wait?: ((ms: number) => Promise<void>) | undefined;
}

const waitMs = 3_000;
const mostWaits = 40;

/**
 * Does what can be tried again, and does so as long as the server answers that it is too much at once (429), for two minutes at most. Throws what
 * `work` throws, and the signal's reason where it aborts between two tries.
 */
export async function whenLessBusy<T>(work: () => Promise<T>, { signal, wait }: BusyOptions): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError && error.status === 429) || waits >= mostWaits) throw error;
      await (wait ? wait(waitMs) : byTheClock(waitMs, signal));
    }
  }
}

/** Ends early, too, when the signal aborts. */
function byTheClock(ms: number, signal?: AbortSignal): Promise<void> {
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
