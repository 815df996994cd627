/** When a prompt store is joined with the server. Each reason may come as often as it likes. */
export interface SyncSchedule {
  /** Something was changed here: soon. */
  scheduleAfterChange(): void;
  /** Now; where it already runs, once more after that. Resolves when it is done or has failed. */
  now(): Promise<void>;
  /** Begins with one, and listens to the browser. Gives what ends that. */
  start(): () => void;
}

const changeDelayMs = 1_500;
const firstRetryMs = 5_000;
const maxRetryMs = 300_000;
/** Looking at the tab again sooner than this asks nothing. */
const minFocusIntervalMs = 3_000;

/** `run` throws when it could not be done. `hasUnsent`: whether something waits to be sent, for which it is worth trying again. */
export function createSyncSchedule(run: () => Promise<void>, hasUnsent: () => boolean): SyncSchedule {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isRerunRequested = false;
  let failures = 0;
  let lastRunAt = 0;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void now(), ms);
  };
  const once = async () => {
    clearTimeout(timer);
    lastRunAt = Date.now();
    try {
      await run();
      failures = 0;
    } catch {
      // What was not sent is kept, also over a reload; it is tried again here, and whenever the browser gives a sign.
      failures += 1;
      if (hasUnsent()) later(Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs));
    }
  };
  const all = async () => {
    do {
      isRerunRequested = false;
      await once();
    } while (isRerunRequested);
    running = null;
  };
  const now = () => {
    if (running) isRerunRequested = true;
    running ??= all();
    return running;
  };
  return {
    now,
    scheduleAfterChange: () => {
      if (failures === 0) later(changeDelayMs);
    },
    start() {
      const onLook = () => {
        if (document.visibilityState === "visible" && Date.now() - lastRunAt > minFocusIntervalMs) void now();
      };
      const onOnline = () => void now();
      addEventListener("visibilitychange", onLook);
      addEventListener("focus", onLook);
      addEventListener("online", onOnline);
      void now();
      return () => {
        clearTimeout(timer);
        removeEventListener("visibilitychange", onLook);
        removeEventListener("focus", onLook);
        removeEventListener("online", onOnline);
      };
    },
  };
}
