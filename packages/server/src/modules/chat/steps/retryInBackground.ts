import type { Platform } from "../../../core/context.ts";

/** These delays add up to about ten minutes, which is longer than a restart of the database takes. */
const retryDelaysMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 480_000];

/**
 * Retries a write that failed. Gives up after the last delay or during a shutdown; the reaper ends what is still open
 * once this process has ended. Logs each failure with `message`. Never rejects.
 */
export async function retryInBackground(
  platform: Platform,
  write: () => Promise<void>,
  message: string,
  logFields: { requestId: string } | { usageId: string },
): Promise<void> {
  const { signal } = new AbortController();
  for (const waitMs of retryDelaysMs) {
    await platform.wait(waitMs, signal);
    if (platform.runLog.isShuttingDown()) return;
    try {
      return await write();
    } catch (error) {
      platform.log.warn({ err: error, ...logFields }, message);
    }
  }
}
