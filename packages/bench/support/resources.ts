/** What a run has started and must end, whatever happens: processes, folders, browsers. */
export interface Resources {
  /**
   * Keeps `starting` until the end. What is still starting then is waited for, so that nothing is left over. Gives what was
   * started.
   */
  use<Thing>(starting: Promise<Thing>, close: (thing: Thing) => unknown): Promise<Thing>;
  /** Ends everything, the newest first. Never throws. */
  closeAll(): Promise<void>;
}

export function createResources(): Resources {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    use(starting, close) {
      closers.push(async () => close(await starting));
      return starting;
    },
    async closeAll() {
      for (let closer = closers.pop(); closer; closer = closers.pop()) {
        // What never started, or ended by itself, needs no ending.
        await closer().catch(() => undefined);
      }
    },
  };
}
