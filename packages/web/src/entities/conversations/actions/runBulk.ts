import type { BulkOptions, BulkOutcome } from "../store/conversationActions.ts";
import { StorageFullError } from "../store/reportFullStorage.ts";
import type { StoreCore } from "../store/storeCore.ts";

interface BulkStep {
  /** Conversations of one step. */
  size: number;
  /** Steps at the same time. */
  width: number;
  /** Does it to some; gives why it could not be done, by id. What it throws is so for all of them. */
  act: (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
}

/** Does something to many conversations, some at a time. It goes on over what fails, but not where this browser is full. */
export async function runBulk(
  core: StoreCore,
  given: readonly string[],
  { onBegin, onProgress, signal }: BulkOptions,
  { size, width, act }: BulkStep,
): Promise<BulkOutcome> {
  const ids = [...new Set(given)];
  const done: string[] = [];
  const failures = new Map<string, unknown>();
  let next = 0;
  let isFull = false;

  const goOn = async () => {
    while (next < ids.length && !signal?.aborted && !isFull) {
      const step = ids.slice(next, next + size);
      next += step.length;
      for (const id of step) onBegin?.(id);
      const failed = await act(step).catch((error: unknown) => new Map(step.map((id) => [id, error])));
      for (const id of step) {
        // It was ended while it waited: nothing was done.
        if (signal?.aborted && failed.get(id) === signal.reason) continue;
        if (failed.has(id)) failures.set(id, failed.get(id));
        else done.push(id);
      }
      isFull ||= [...failed.values()].some((error) => error instanceof StorageFullError);
      onProgress?.(done.length + failures.size, ids.length);
    }
  };
  await Promise.all(Array.from({ length: width }, goOn));
  const failed = await Promise.all(
    [...failures].map(async ([id, error]) => ({ id, name: (await core.local.summary(id))?.name ?? "", error })),
  );
  return { done, failed, isCancelled: done.length + failures.size < ids.length };
}

/**
 * Holds what can be held of several conversations, in the order of the call, runs `work` with those and lets go of them. `hold` runs
 * what it is given once nobody else is at the conversation; what it throws before that is gathered in `refused`.
 */
export async function withLocks<T>(
  ids: readonly string[],
  hold: (id: string, during: () => Promise<void>) => Promise<void>,
  work: (held: readonly string[], refused: Map<string, unknown>) => Promise<T>,
): Promise<T> {
  const released = Promise.withResolvers<void>();
  const refused = new Map<string, unknown>();
  const held = new Set<string>();
  const holding = ids.map((id) => {
    const entered = Promise.withResolvers<void>();
    const holds = hold(id, async () => {
      held.add(id);
      entered.resolve();
      await released.promise;
    });
    holds.catch((error: unknown) => refused.set(id, error)).finally(() => entered.resolve());
    return entered.promise;
  });
  await Promise.all(holding);
  try {
    return await work(
      ids.filter((id) => held.has(id)),
      refused,
    );
  } finally {
    released.resolve();
  }
}
