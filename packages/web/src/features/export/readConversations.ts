import type { Conversation, ConversationSummary } from "@lectern/contract";
import { CallError } from "../../lib/callError.ts";
import { whenLessBusy } from "../../lib/whenLessBusy.ts";
import type { ConversationSource } from "./conversationSource.ts";

export interface FailedConversation {
  name: string;
  reason: string;
}

export interface ReadConversationsOptions {
  read: ConversationSource["read"];
  signal: AbortSignal;
  /** How many have been looked at. */
  onProgress: (done: number) => void;
  /** Resolves after so long; absent: by the clock. */
  wait?: (ms: number) => Promise<void>;
}

const concurrency = 4;
/** What is kept in hand before the next ones are read, so that thousands need not fit in memory. */
const perStep = 40;

/**
 * Reads conversations in their order, some at a time, and gives each step as it comes. Those that cannot be had are told to `onFailed`. A server that
 * wants it slower gets it slower. Throws the signal's reason.
 */
export async function* readConversations(
  summaries: readonly ConversationSummary[],
  work: ReadConversationsOptions,
  onFailed: (failed: FailedConversation) => void,
): AsyncGenerator<readonly Conversation[]> {
  let done = 0;
  for (let from = 0; from < summaries.length; from += perStep) {
    const step = summaries.slice(from, from + perStep);
    const found: (Conversation | null)[] = step.map(() => null);
    const waiting = [...step.entries()];
    const readOn = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, summary] = next;
        found[index] = await readWithRetry(summary, work, onFailed);
        done += 1;
        work.onProgress(done);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, readOn));
    yield found.filter((conversation) => conversation !== null);
  }
}

async function readWithRetry(
  { id, name }: ConversationSummary,
  { read, signal, wait }: ReadConversationsOptions,
  onFailed: (failed: FailedConversation) => void,
): Promise<Conversation | null> {
  try {
    return await whenLessBusy(() => read(id, signal), { signal, wait });
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof CallError ? (error.reason ?? error.message) : errorMessage(error);
    onFailed({ name, reason });
    return null;
  }
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
