export interface PeriodicTask {
  /** Resolves when the current run has finished. */
  stop(): Promise<void>;
}

/** Runs `work` now and every `intervalMs`, without overlap. `isFirst` stays true until one run has succeeded. */
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
