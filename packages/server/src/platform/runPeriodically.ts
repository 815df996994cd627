export interface PeriodicTask {
  /** Starts no further run. Resolves when the current one has finished. */
  stop(): Promise<void>;
}

/** Runs `work` now and every `intervalMs`, skipping overlaps. `isFirst` stays true until one run has succeeded. */
export function runPeriodically(
  intervalMs: number,
  work: (isFirst: boolean) => Promise<void>,
  onError: (error: unknown) => void,
): PeriodicTask {
  let isFirst = true;
  let currentRun: Promise<void> | null = null;
  const run = () => {
    currentRun ??= work(isFirst)
      .then(() => {
        isFirst = false;
      })
      .catch(onError)
      .finally(() => {
        currentRun = null;
      });
  };
  const timer = setInterval(run, intervalMs);
  timer.unref();
  run();
  return {
    async stop() {
      clearInterval(timer);
      await currentRun;
    },
  };
}
