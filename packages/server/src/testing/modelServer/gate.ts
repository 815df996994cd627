/** Where answers stall until they are let go. */
export interface Gate {
  /** Tokens after which every chat stalls; null: none does. */
  readonly heldAfter: number | null;
  /** How often `release` was called: a chat that began before the last one does not stall any more. */
  readonly releases: number;
  hold(afterTokens: number): void;
  release(): void;
  /** Resolves at the next release, or when `signal` aborts. */
  stall(signal: AbortSignal): Promise<void>;
  /** Resolves when so many stand stalled. */
  whenStalled(count: number): Promise<void>;
}

export function createGate(): Gate {
  let heldAfter: number | null = null;
  let releases = 0;
  const stalled = new Set<() => void>();
  let watchers: { count: number; resolve: () => void }[] = [];
  const tellWatchers = () => {
    for (const { resolve } of watchers.filter(({ count }) => stalled.size >= count)) resolve();
    watchers = watchers.filter(({ count }) => stalled.size < count);
  };
  return {
    get heldAfter() {
      return heldAfter;
    },
    get releases() {
      return releases;
    },
    hold(afterTokens) {
      heldAfter = afterTokens;
    },
    release() {
      heldAfter = null;
      releases += 1;
      for (const letGo of [...stalled]) letGo();
    },
    stall(signal) {
      return new Promise((resolve) => {
        const letGo = () => {
          stalled.delete(letGo);
          signal.removeEventListener("abort", letGo);
          resolve();
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        signal.addEventListener("abort", letGo);
        stalled.add(letGo);
        tellWatchers();
      });
    },
    whenStalled: (count) =>
      new Promise((resolve) => {
        watchers.push({ count, resolve });
        tellWatchers();
      }),
  };
}
