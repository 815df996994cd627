import { NetworkError } from "../../../lib/callError.ts";
import type { BulkOptions, BulkOutcome } from "../store/conversationActions.ts";
import { StorageFullError } from "../store/reportFullStorage.ts";
import type { StoreCore } from "../store/storeCore.ts";

interface BulkTask {
  /** The maximum number of conversations in one batch. */
  batchSize: number;
  /** The maximum number of concurrent batches. */
  concurrency: number;
  /**
   * Processes the conversations of one batch and returns the errors by id. If it throws, the whole batch has failed.
   * It may call `reportProgress` with the number of those that are processed, if no other batch is run at that time.
   */
  run: (ids: readonly string[], reportProgress: (count: number) => void) => Promise<ReadonlyMap<string, unknown>>;
}

/**
 * Processes many conversations in batches. Continues after failures, but stops when this browser's storage is full or
 * the server cannot be reached, because the rest would fail, too.
 */
export async function runBulk(
  core: StoreCore,
  requestedIds: readonly string[],
  { onStart, onProgress, signal }: BulkOptions,
  { batchSize, concurrency, run }: BulkTask,
): Promise<BulkOutcome> {
  const ids = [...new Set(requestedIds)];
  const doneIds: string[] = [];
  const failures = new Map<string, unknown>();
  let nextIndex = 0;
  let hasToStop = false;

  const runBatches = async () => {
    while (nextIndex < ids.length && !signal?.aborted && !hasToStop) {
      const batchIds = ids.slice(nextIndex, nextIndex + batchSize);
      nextIndex += batchIds.length;
      for (const id of batchIds) onStart?.(id);
      const reportProgress = (count: number) => onProgress?.(doneIds.length + failures.size + count, ids.length);
      const batchFailures = await run(batchIds, reportProgress).catch(
        (error: unknown) => new Map(batchIds.map((id) => [id, error])),
      );
      for (const id of batchIds) {
        // Aborted before this one was processed.
        if (signal?.aborted && batchFailures.get(id) === signal.reason) continue;
        if (batchFailures.has(id)) failures.set(id, batchFailures.get(id));
        else doneIds.push(id);
      }
      hasToStop ||= [...batchFailures.values()].some(stopsBulk);
      onProgress?.(doneIds.length + failures.size, ids.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runBatches));
  const failed = await Promise.all(
    [...failures].map(async ([id, error]) => ({
      id,
      name: (await core.localConversations.findSummary(id))?.name ?? "",
      error,
    })),
  );
  return { done: doneIds, failed, isCancelled: doneIds.length + failures.size < ids.length };
}

const stopsBulk = (error: unknown) => error instanceof StorageFullError || error instanceof NetworkError;

/**
 * Acquires the locks of several conversations, runs `work` with the ids whose locks were acquired, and releases the
 * locks. `lock` calls its callback once it has the lock of a conversation; if it fails before that, its error is added
 * to `failures`.
 */
export async function withLocks<T>(
  ids: readonly string[],
  lock: (id: string, callback: () => Promise<void>) => Promise<void>,
  work: (lockedIds: readonly string[], failures: Map<string, unknown>) => Promise<T>,
): Promise<T> {
  const deferredRelease = Promise.withResolvers<void>();
  const failures = new Map<string, unknown>();
  const lockedIds = new Set<string>();
  // One after the other in the same order: two tabs that need the same locks never each hold what the other waits for.
  for (const id of ids.toSorted((a, b) => a.localeCompare(b))) {
    const deferredAcquisition = Promise.withResolvers<void>();
    const lockRequest = lock(id, async () => {
      lockedIds.add(id);
      deferredAcquisition.resolve();
      await deferredRelease.promise;
    });
    lockRequest.catch((error: unknown) => failures.set(id, error)).finally(() => deferredAcquisition.resolve());
    await deferredAcquisition.promise;
  }
  try {
    return await work(
      ids.filter((id) => lockedIds.has(id)),
      failures,
    );
  } finally {
    deferredRelease.resolve();
  }
}
