/** Pauses answers until they are resumed. */
export interface PauseGate {
  /** Number of tokens after which every chat stalls; null if chats do not stall. */
  readonly pauseAfterTokens: number | null;
  /** Number of calls of `resume`. A chat that started before the last call does not stall again. */
  readonly resumeCount: number;
  pauseAfter(afterTokens: number): void;
  resume(): void;
  /** Resolves at the next `resume`, or when `signal` aborts. */
  stall(signal: AbortSignal): Promise<void>;
  /** Resolves once this many answers are stalled. */
  whenStalled(count: number): Promise<void>;
}

export function createPauseGate(): PauseGate {
  let pauseAfterTokens: number | null = null;
  let resumeCount = 0;
  const resumeCallbacks = new Set<() => void>();
  let stallWatchers: { count: number; resolve: () => void }[] = [];
  const notifyWatchers = () => {
    for (const { resolve } of stallWatchers.filter(({ count }) => resumeCallbacks.size >= count)) resolve();
    stallWatchers = stallWatchers.filter(({ count }) => resumeCallbacks.size < count);
  };
  return {
    get pauseAfterTokens() {
      return pauseAfterTokens;
    },
    get resumeCount() {
      return resumeCount;
    },
    pauseAfter(afterTokens) {
      pauseAfterTokens = afterTokens;
    },
    resume() {
      pauseAfterTokens = null;
      resumeCount += 1;
      for (const resume of [...resumeCallbacks]) resume();
    },
    stall(signal) {
      return new Promise((resolve) => {
        const resume = () => {
          resumeCallbacks.delete(resume);
          signal.removeEventListener("abort", resume);
          resolve();
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        signal.addEventListener("abort", resume);
        resumeCallbacks.add(resume);
        notifyWatchers();
      });
    },
    whenStalled: (count) =>
      new Promise((resolve) => {
        stallWatchers.push({ count, resolve });
        notifyWatchers();
      }),
  };
}
