import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { createPeriodicBatch } from "../../platform/periodicBatch.ts";
import { clampTokenCount } from "./clampTokenCount.ts";
import { type OpenUsageEstimate, updateOpenUsageRows } from "./repository.ts";

/** Most answers get one estimate before they end. */
const intervalMs = 1_000;
/** After the first estimate, a call is estimated again in each fifth interval. */
const intervalsPerEstimate = 5;
const maxRowsPerWrite = 500;

const openUsageBatch = defineServerState(({ db }: Pick<Platform, "db">) =>
  createPeriodicBatch<OpenUsageEstimate>({
    intervalMs,
    maxWriteSize: maxRowsPerWrite,
    getSize: () => 1,
    write: (estimates) => updateOpenUsageRows(db, estimates),
  }),
);

/**
 * Stores an estimate of an open call's usage periodically, so that the call is not free if its process dies. The
 * estimate immediately counts toward the person's cost and limits. Returns a function that stops this.
 */
export function trackOpenUsage(
  platform: Platform,
  { usageId, requestId }: { usageId: string; requestId: string },
  estimate: () => Promise<{ inputTokens: number; outputTokens: number }>,
): () => void {
  let intervalCount = 0;
  return openUsageBatch(platform).add({
    async collect() {
      if (intervalCount++ % intervalsPerEstimate !== 0) return null;
      const { inputTokens, outputTokens } = await estimate();
      return {
        id: usageId,
        inputTokens: clampTokenCount(inputTokens),
        outputTokens: clampTokenCount(outputTokens),
      };
    },
    onFailure: (error) => platform.log.warn({ err: error, usageId, requestId }, "usage could not be updated"),
  });
}
