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
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= work(isFirst)
      .then(() => {
        isFirst = false;
      })
      .catch(onError)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, intervalMs);
  timer.unref();
  run();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
