import { areBrowserEventsLive } from "../../../lib/browserEvents/browserEvents.ts";

/** Decides when a prompt store syncs with the server. */
export interface SyncSchedule {
  /** Schedules a sync shortly after a local change, unless a retry is already scheduled. */
  scheduleAfterChange(): void;
  /** Syncs now, or once more after the sync that is running. Resolves when that sync has ended, even if it failed. */
  syncNow(): Promise<void>;
  /**
   * Syncs once, and then whenever the browser is back online or, without a stream of events, the tab gets the focus.
   * Returns the stop function.
   */
  start(): () => void;
}

const changeDelayMs = 1_500;
const firstRetryDelayMs = 5_000;
const maxRetryDelayMs = 300_000;
/** Focusing the tab starts a sync only if the last sync, whatever caused it, started longer ago than this. */
const minFocusIntervalMs = 3_000;

/** `run` rejects if a sync fails. A failed sync is retried only if `hasUnsent` returns true. */
export function createSyncSchedule(run: () => Promise<void>, hasUnsent: () => boolean): SyncSchedule {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runningSync: Promise<void> | null = null;
  let isRerunRequested = false;
  let failures = 0;
  let isRetryPending = false;
  let lastRunAtMs = 0;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void syncNow(), ms);
  };
  const runOnce = async () => {
    clearTimeout(timer);
    isRetryPending = false;
    lastRunAtMs = Date.now();
    try {
      await run();
      failures = 0;
    } catch {
      // Unsent changes survive a reload. Retry here, and whenever the tab gets the focus or is back online.
      failures += 1;
      if (!hasUnsent()) return;
      isRetryPending = true;
      schedule(Math.min(firstRetryDelayMs * 2 ** (failures - 1), maxRetryDelayMs));
    }
  };
  const runUntilDone = async () => {
    do {
      isRerunRequested = false;
      await runOnce();
    } while (isRerunRequested);
    runningSync = null;
  };
  const syncNow = () => {
    if (runningSync) isRerunRequested = true;
    runningSync ??= runUntilDone();
    return runningSync;
  };
  return {
    syncNow,
    scheduleAfterChange: () => {
      if (!isRetryPending) schedule(changeDelayMs);
    },
    start() {
      const onFocus = () => {
        if (areBrowserEventsLive()) return;
        if (document.visibilityState === "visible" && Date.now() - lastRunAtMs > minFocusIntervalMs) void syncNow();
      };
      const onOnline = () => void syncNow();
      addEventListener("visibilitychange", onFocus);
      addEventListener("focus", onFocus);
      addEventListener("online", onOnline);
      void syncNow();
      return () => {
        clearTimeout(timer);
        removeEventListener("visibilitychange", onFocus);
        removeEventListener("focus", onFocus);
        removeEventListener("online", onOnline);
      };
    },
  };
}
