/** Lets extractions in this process run at the same time, or one of them alone. */
export interface ExtractionLock {
  /**
   * Waits until the extraction may run. Returns a function that ends it. Extractions start in the order of their calls.
   * Throws the signal's reason.
   */
  acquire(mode: ExtractionMode, signal: AbortSignal): Promise<() => void>;
}

/** `alone`: nothing else is extracted at the same time, so that the death of the process has one suspect. */
export type ExtractionMode = "together" | "alone";

interface WaitingExtraction {
  mode: ExtractionMode;
  start: () => void;
}

export function createExtractionLock(): ExtractionLock {
  let waiting: WaitingExtraction[] = [];
  let runningCount = 0;
  let isOneAlone = false;

  const startWaiting = () => {
    for (;;) {
      const [next] = waiting;
      if (!next || isOneAlone || (next.mode === "alone" && runningCount > 0)) return;
      waiting = waiting.slice(1);
      runningCount += 1;
      isOneAlone = next.mode === "alone";
      next.start();
    }
  };
  const end = () => {
    runningCount -= 1;
    isOneAlone = false;
    startWaiting();
  };

  return {
    async acquire(mode, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const extraction: WaitingExtraction = { mode, start: resolve };
      const leave = () => {
        waiting = waiting.filter((other) => other !== extraction);
        reject(signal.reason);
        startWaiting();
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting = [...waiting, extraction];
      startWaiting();
      await promise.finally(() => signal.removeEventListener("abort", leave));
      return end;
    },
  };
}
