/** The processes, folders and browsers that a run has started. They are cleaned up even if the run fails. */
export interface Resources {
  /**
   * Registers a resource for clean-up and returns it. `closeAll` waits for resources that are still starting, so that
   * nothing is left behind.
   */
  use<Thing>(starting: Promise<Thing>, close: (thing: Thing) => unknown): Promise<Thing>;
  /** Closes everything, newest first. Never throws. */
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
        // Ignore resources that failed to start or have already ended.
        await closer().catch(() => undefined);
      }
    },
  };
}
