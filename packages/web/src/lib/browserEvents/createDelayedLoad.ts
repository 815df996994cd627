interface DelayedLoad {
  request: () => void;
  cancel: () => void;
}

interface Delay {
  delayMs: number;
  /** A random time up to this one is added, so that many browsers do not load at once. */
  maxJitterMs?: number;
}

/** Calls `load` some time after the first of several requests, so that a series of changes is read once. */
export function createDelayedLoad(load: () => void, { delayMs, maxJitterMs = 0 }: Delay): DelayedLoad {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    request() {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          load();
        },
        delayMs + Math.random() * maxJitterMs,
      );
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
