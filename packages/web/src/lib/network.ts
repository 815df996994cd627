import { t } from "@lingui/core/macro";

/** Returns the sentence shown when a request failed because there is no network. */
export const getOfflineText = (): string => t`You’re offline. Try again when you’re back online.`;

/** True if the browser reports that there is no network. A server on the same computer may respond nevertheless. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Waits for `ms` (null: without a limit), or until the browser is back online or `signal` aborts. */
export function pause(ms: number | null, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", finish);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = ms === null ? undefined : setTimeout(finish, ms);
    globalThis.addEventListener?.("online", finish);
    signal?.addEventListener("abort", finish);
    if (signal?.aborted) finish();
  });
}

/**
 * True if a script (the messages of Chromium, Firefox and Safari) or a style sheet (Vite's message) could not be
 * loaded: there is no network, or the server has a newer version.
 */
export const isLoadError = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message);
