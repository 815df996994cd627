import type { BulkOptions, BulkOutcome } from "../store/conversationActions.ts";
import { StorageFullError } from "../store/reportFullStorage.ts";
import type { StoreCore } from "../store/storeCore.ts";

interface BulkStep {
  /** The maximum number of conversations in one step. */
  batchSize: number;
  /** The maximum number of concurrent steps. */
  concurrency: number;
  /** Processes the conversations of one step and returns the errors by id. If it throws, the whole step has failed. */
  run: (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
}

/** Processes many conversations in steps. Continues after failures, but stops when this browser's storage is full. */
export async function runBulk(
  core: StoreCore,
  requestedIds: readonly string[],
  { onStart, onProgress, signal }: BulkOptions,
  { batchSize, concurrency, run }: BulkStep,
): Promise<BulkOutcome> {
  const ids = [...new Set(requestedIds)];
  const done: string[] = [];
  const failures = new Map<string, unknown>();
  let nextIndex = 0;
  let isFull = false;

  const runSteps = async () => {
    while (nextIndex < ids.length && !signal?.aborted && !isFull) {
      const step = ids.slice(nextIndex, nextIndex + batchSize);
      nextIndex += step.length;
      for (const id of step) onStart?.(id);
      const failed = await run(step).catch((error: unknown) => new Map(step.map((id) => [id, error])));
      for (const id of step) {
        // Aborted while waiting for the locks: nothing has been processed.
        if (signal?.aborted && failed.get(id) === signal.reason) continue;
        if (failed.has(id)) failures.set(id, failed.get(id));
        else done.push(id);
      }
      isFull ||= [...failed.values()].some((error) => error instanceof StorageFullError);
      onProgress?.(done.length + failures.size, ids.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runSteps));
  const failed = await Promise.all(
    [...failures].map(async ([id, error]) => ({ id, name: (await core.local.summary(id))?.name ?? "", error })),
  );
  return { done, failed, isCancelled: done.length + failures.size < ids.length };
}

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
  const released = Promise.withResolvers<void>();
  const failures = new Map<string, unknown>();
  const lockedIds = new Set<string>();
  const acquiring = ids.map((id) => {
    const settled = Promise.withResolvers<void>();
    const running = lock(id, async () => {
      lockedIds.add(id);
      settled.resolve();
      await released.promise;
    });
    running.catch((error: unknown) => failures.set(id, error)).finally(() => settled.resolve());
    return settled.promise;
  });
  await Promise.all(acquiring);
  try {
    return await work(
      ids.filter((id) => lockedIds.has(id)),
      failures,
    );
  } finally {
    released.resolve();
  }
}
