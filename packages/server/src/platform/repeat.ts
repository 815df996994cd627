export interface Repeating {
  /** Settles when what was under way has ended. */
  stop(): Promise<void>;
}

/** Does `work` now and every `everyMs`, one time after the other. `isFirst` stays true until it has succeeded once. */
export function repeat(
  everyMs: number,
  work: (isFirst: boolean) => Promise<void>,
  onError: (error: unknown) => void,
): Repeating {
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
  const timer = setInterval(run, everyMs);
  timer.unref();
  run();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
