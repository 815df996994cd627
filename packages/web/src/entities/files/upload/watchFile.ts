import { onBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";

/** Notices the server's events about one file. */
export interface FileWatch {
  /**
   * Waits until the file has changed since the last wait began, or for `ms`. Rejects with the signal's reason if `signal`
   * aborts.
   */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  stop(): void;
}

export function watchFile(key: string): FileWatch {
  let hasChanged = false;
  let endWait = () => {};
  const note = () => {
    hasChanged = true;
    endWait();
  };
  const stops = [
    onBrowserEvent("file", (event) => {
      if (event.key === key) note();
    }),
    onBrowserEvent("resync", note),
  ];
  return {
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", finish);
          hasChanged = false;
          if (signal.aborted) reject(signal.reason);
          else resolve();
        };
        const timer = setTimeout(finish, ms);
        signal.addEventListener("abort", finish, { once: true });
        endWait = finish;
        if (hasChanged || signal.aborted) finish();
      }),
    stop() {
      for (const stop of stops) stop();
    },
  };
}
