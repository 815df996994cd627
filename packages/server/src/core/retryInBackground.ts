import type { Platform } from "./context.ts";

/** These delays add up to about ten minutes, which is longer than a restart of the database takes. */
const retryDelaysMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 480_000];

interface RetryOptions {
  /** Logged after each failure, with `logFields`. */
  message: string;
  logFields: { requestId: string } | { usageId: string } | { groupId: string };
  /** Ends the retries. */
  signal?: AbortSignal;
}

/**
 * Retries a write that failed. Gives up after the last delay or during a shutdown; the reaper ends what is still open
 * once this process has ended. Never rejects.
 */
export async function retryInBackground(
  platform: Platform,
  write: () => Promise<void>,
  { message, logFields, signal = new AbortController().signal }: RetryOptions,
): Promise<void> {
  for (const waitMs of retryDelaysMs) {
    await platform.wait(waitMs, signal);
    if (signal.aborted || platform.runLog.isShuttingDown()) return;
    try {
      return await write();
    } catch (error) {
      platform.log.warn({ err: error, ...logFields }, message);
    }
  }
}
