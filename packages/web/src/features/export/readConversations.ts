import type { Conversation, ConversationSummary } from "@lectern/contract";
import { CallError } from "../../lib/callError.ts";
import { retryUntilAvailable } from "../../lib/retryUntilAvailable.ts";
import type { ConversationSource } from "./conversationSource.ts";

export interface FailedConversation {
  name: string;
  reason: string;
}

export interface ReadConversationsOptions {
  read: ConversationSource["read"];
  signal: AbortSignal;
  /** Reports the number of conversations handled so far. */
  onProgress: (doneCount: number) => void;
  /** Replaces the timer in tests. */
  wait?: (ms: number) => Promise<void>;
}

const concurrency = 4;
/** Limits how many conversations are in memory at once. */
const batchSize = 40;

/**
 * Reads conversations and yields them in batches, in the given order. Calls `onFailed` for each that cannot be read.
 * Waits and retries while the server limits the rate or the network is down. Throws the signal's reason.
 */
export async function* readConversations(
  summaries: readonly ConversationSummary[],
  options: ReadConversationsOptions,
  onFailed: (failed: FailedConversation) => void,
): AsyncGenerator<readonly Conversation[]> {
  let doneCount = 0;
  for (let from = 0; from < summaries.length; from += batchSize) {
    const batch = summaries.slice(from, from + batchSize);
    const results: (Conversation | null)[] = batch.map(() => null);
    const queue = [...batch.entries()];
    const readFromQueue = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, summary] = next;
        results[index] = await readWithRetry(summary, options, onFailed);
        doneCount += 1;
        options.onProgress(doneCount);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, readFromQueue));
    yield results.filter((conversation) => conversation !== null);
  }
}

async function readWithRetry(
  { id, name }: ConversationSummary,
  { read, signal, wait }: ReadConversationsOptions,
  onFailed: (failed: FailedConversation) => void,
): Promise<Conversation | null> {
  try {
    return await retryUntilAvailable(() => read(id, signal), { signal, wait });
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof CallError ? (error.reason ?? error.message) : toErrorMessage(error);
    onFailed({ name, reason });
    return null;
  }
}

const toErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
