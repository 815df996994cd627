import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";

/** Characters. Less takes the database a fraction of a second, more up to half a minute: all of it is taken apart for the search. */
const mostOutOfTurn = 500_000;
const mostWaiting = 10;

/** What writes a message, as far as its length counts. */
interface Written {
  content: string;
  label?: string | undefined;
}

interface Queue {
  last: Promise<unknown>;
  length: number;
}

/** Keyed by the secrets, which a platform and every context made from it share; then by person. */
const queues = new WeakMap<Platform["secrets"], Map<string, Queue>>();

/**
 * Writes messages; of much text one write of a person after the other, so that nobody takes every connection to the database. In this process:
 * each other has connections of its own. Throws `rateLimited` where many wait already.
 */
export async function serializePerUser<Result>(
  { secrets }: Pick<Platform, "secrets">,
  ownerId: string,
  messages: readonly Written[],
  write: () => Promise<Result>,
): Promise<Result> {
  const length = messages.reduce((sum, { content, label = "" }) => sum + content.length + label.length, 0);
  if (length <= mostOutOfTurn) return write();
  const ofAll = queues.get(secrets) ?? new Map<string, Queue>();
  queues.set(secrets, ofAll);
  const queue = ofAll.get(ownerId) ?? { last: Promise.resolve(), length: 0 };
  if (queue.length > mostWaiting) {
    throw new AppError("rateLimited", {
      userMessage: "Much of yours is being saved already. Please try again in a moment.",
      headers: { "retry-after": "10" },
    });
  }
  ofAll.set(ownerId, queue);
  queue.length += 1;
  const before = queue.last;
  const done = Promise.withResolvers<void>();
  queue.last = done.promise;
  try {
    await before;
    return await write();
  } finally {
    queue.length -= 1;
    if (queue.length === 0) ofAll.delete(ownerId);
    done.resolve();
  }
}
