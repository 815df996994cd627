import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import type { OwnerId } from "../access/service.ts";

/**
 * Longer writes are serialized. The database indexes the text for search: a write of this many characters takes a
 * fraction of a second, but a much longer one may take half a minute.
 */
const maxConcurrentChars = 500_000;
const maxWaitingWrites = 10;

/** The text fields of a message, which determine how long its write takes. */
interface MessageTexts {
  content: string;
  label?: string | undefined;
}

interface WriteQueue {
  lastWrite: Promise<unknown>;
  /** Includes the write in progress. */
  length: number;
}

/** Write queues by user id. */
const writeQueues = defineServerState(() => new Map<string, WriteQueue>());

/** Returns true if a write of these messages is so large that `serializePerUser` serializes it. */
export function isLargeWrite(messages: readonly MessageTexts[]): boolean {
  return messages.reduce((sum, { content, label = "" }) => sum + content.length + label.length, 0) > maxConcurrentChars;
}

/**
 * Serializes a person's large writes of messages, so that one person cannot occupy all database connections. Applies to
 * this process only, because each process has its own connections. Throws `rateLimited` if too many writes of the
 * person are waiting.
 */
export async function serializePerUser<Result>(
  platform: Pick<Platform, "state">,
  ownerId: OwnerId,
  messages: readonly MessageTexts[],
  write: () => Promise<Result>,
): Promise<Result> {
  if (!isLargeWrite(messages)) return write();
  const queues = writeQueues(platform);
  const queue = queues.get(ownerId) ?? { lastWrite: Promise.resolve(), length: 0 };
  if (queue.length > maxWaitingWrites) {
    throw new AppError("rateLimited", {
      userMessage: "Too many long messages are being saved at once. Please try again in a moment.",
      headers: { "retry-after": "10" },
    });
  }
  queues.set(ownerId, queue);
  queue.length += 1;
  const previousWrite = queue.lastWrite;
  const currentWrite = Promise.withResolvers<void>();
  queue.lastWrite = currentWrite.promise;
  try {
    await previousWrite;
    return await write();
  } finally {
    queue.length -= 1;
    if (queue.length === 0) queues.delete(ownerId);
    currentWrite.resolve();
  }
}
