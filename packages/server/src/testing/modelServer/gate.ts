/** Pauses answers until they are resumed. */
export interface Gate {
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

export function createGate(): Gate {
  let pauseAfterTokens: number | null = null;
  let resumeCount = 0;
  const stalled = new Set<() => void>();
  let watchers: { count: number; resolve: () => void }[] = [];
  const notifyWatchers = () => {
    for (const { resolve } of watchers.filter(({ count }) => stalled.size >= count)) resolve();
    watchers = watchers.filter(({ count }) => stalled.size < count);
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
      for (const resume of [...stalled]) resume();
    },
    stall(signal) {
      return new Promise((resolve) => {
        const resume = () => {
          stalled.delete(resume);
          signal.removeEventListener("abort", resume);
          resolve();
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        signal.addEventListener("abort", resume);
        stalled.add(resume);
        notifyWatchers();
      });
    },
    whenStalled: (count) =>
      new Promise((resolve) => {
        watchers.push({ count, resolve });
        notifyWatchers();
      }),
  };
}
