/** When a prompt store is joined with the server. Each reason may come as often as it likes. */
export interface SyncSchedule {
  /** Something was changed here: soon. */
  noteChange(): void;
  /** Now; where it already runs, once more after that. Resolves when it is done or has failed. */
  now(): Promise<void>;
  /** Begins with one, and listens to the browser. Gives what ends that. */
  start(): () => void;
}

const pauseAfterChangeMs = 1_500;
const firstRetryMs = 5_000;
const longestRetryMs = 300_000;
/** Looking at the tab again sooner than this asks nothing. */
const freshMs = 3_000;

/** `run` throws when it could not be done. `hasUnsent`: whether something waits to be sent, for which it is worth trying again. */
export function createSyncSchedule(run: () => Promise<void>, hasUnsent: () => boolean): SyncSchedule {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isWantedAgain = false;
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
      if (hasUnsent()) later(Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs));
    }
  };
  const all = async () => {
    do {
      isWantedAgain = false;
      await once();
    } while (isWantedAgain);
    running = null;
  };
  const now = () => {
    if (running) isWantedAgain = true;
    running ??= all();
    return running;
  };
  return {
    now,
    noteChange: () => {
      if (failures === 0) later(pauseAfterChangeMs);
    },
    start() {
      const onLook = () => {
        if (document.visibilityState === "visible" && Date.now() - lastRunAt > freshMs) void now();
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
