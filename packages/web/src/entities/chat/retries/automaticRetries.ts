import type { AnswerEnd, Conversation, Message } from "@lectern/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { SendOutcome } from "../runs/activeRun.ts";
import type { ChatRuns } from "../runs/chatRuns.ts";

/** Nobody waits longer in front of a screen; later, the person decides. */
const maxWaitMs = 120_000;
/** A question that has failed this often is not asked again by itself. */
const maxRetries = 3;
/** A server tells everybody the same time. At random, not all browsers ask in the same second. */
const maxJitterMs = 2_000;
/** After a longer delay, for example because the computer slept, the person decides. */
const maxDelayMs = 10_000;

/** An answer that failed and is requested again by itself. */
export interface PendingRetry {
  /** The request that failed. */
  requestId: string;
  /** When the answer is requested again (ISO 8601). */
  dueAt: string;
}

/** The open conversation, in which a person sees that an answer is requested again. */
export interface RetryTarget {
  /** False if no answer can be requested now, or if the person is editing a message. */
  mayRetry(): boolean;
  retry(answer: Message): Promise<SendOutcome>;
}

/** Decides which failed answers are requested again by themselves: the screen and its announcement both follow it. */
export interface AutomaticRetries {
  /** By conversation id. */
  readonly store: Pick<StoreApi<Retries>, "getState" | "subscribe" | "getInitialState">;
  /** Allows retries in a conversation until the returned function is called. */
  allow(conversationId: string, target: RetryTarget): () => void;
  /** Requests the answer again without waiting. */
  retryNow(conversationId: string): void;
  /** Leaves it to the person to try again. */
  cancel(conversationId: string): void;
  /** Follows the answers until the returned function is called. */
  connect(): () => void;
}

type Retries = Readonly<Record<string, PendingRetry>>;

interface RetryDependencies {
  runs: Pick<ChatRuns, "observe">;
  /** Returns the current conversation; undefined if it is not loaded. */
  readConversation: (conversationId: string) => Pick<Conversation, "messages" | "headId"> | undefined;
  /** Called when an answer that was to be requested again is not. */
  onGivenUp: (conversationId: string) => void;
  /** Returns a number from 0 to 1. */
  random?: () => number;
}

export function createAutomaticRetries(dependencies: RetryDependencies): AutomaticRetries {
  const { runs, readConversation, onGivenUp, random = Math.random } = dependencies;
  const store = createStore<Retries>(() => ({}));
  const targets = new Map<string, RetryTarget>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** The number of retries since the person last asked. */
  const counts = new Map<string, number>();
  const startingIds = new Set<string>();

  /** Returns the answer of a request if it is the last message and has no text, which a retry would replace. */
  function findEmptyAnswer(conversationId: string, requestId: string): Message | undefined {
    const { messages = [], headId } = readConversation(conversationId) ?? {};
    return messages.find(
      ({ id, content, data }) => id === headId && content === "" && data.run?.requestId === requestId,
    );
  }

  function remove(conversationId: string): void {
    clearTimeout(timers.get(conversationId));
    timers.delete(conversationId);
    store.setState(({ [conversationId]: _, ...others }) => others, true);
  }

  function cancel(conversationId: string): void {
    if (!store.getState()[conversationId]) return;
    remove(conversationId);
    onGivenUp(conversationId);
  }

  function schedule(conversationId: string, requestId: string, end: AnswerEnd): void {
    const waitMs = getWaitMs(end, Date.now());
    const hasRetries = (counts.get(conversationId) ?? 0) < maxRetries;
    if (waitMs === null || !hasRetries || !targets.get(conversationId)?.mayRetry()) return;
    if (!findEmptyAnswer(conversationId, requestId)) return;
    const dueAtMs = Date.now() + waitMs + Math.round(random() * maxJitterMs);
    const retry = { requestId, dueAt: new Date(dueAtMs).toISOString() };
    store.setState((retries) => ({ ...retries, [conversationId]: retry }), true);
    const decide = () => {
      if (Date.now() > dueAtMs + maxDelayMs) cancel(conversationId);
      else retryNow(conversationId);
    };
    timers.set(conversationId, setTimeout(decide, dueAtMs - Date.now()));
  }

  function retryNow(conversationId: string): void {
    const pending = store.getState()[conversationId];
    if (!pending) return;
    const target = targets.get(conversationId);
    const answer = findEmptyAnswer(conversationId, pending.requestId);
    if (!answer || !target?.mayRetry()) {
      cancel(conversationId);
      return;
    }
    remove(conversationId);
    counts.set(conversationId, (counts.get(conversationId) ?? 0) + 1);
    startingIds.add(conversationId);
    void target.retry(answer).then((outcome) => {
      startingIds.delete(conversationId);
      if (outcome === "returned") onGivenUp(conversationId);
    });
  }

  return {
    store,
    retryNow,
    cancel,
    allow(conversationId, target) {
      targets.set(conversationId, target);
      return () => {
        targets.delete(conversationId);
        cancel(conversationId);
      };
    },
    connect: () =>
      runs.observe({
        onStart(conversationId) {
          if (startingIds.delete(conversationId)) return;
          // The person has asked again, or something else.
          counts.delete(conversationId);
          remove(conversationId);
        },
        onEnd(conversationId, requestId, outcome) {
          if (typeof outcome === "object") schedule(conversationId, requestId, outcome);
        },
      }),
  };
}

/** Returns how long the server wants clients to wait before they retry; null: unknown or too long. */
function getWaitMs({ end, retryAt }: AnswerEnd, nowMs: number): number | null {
  if (end !== "failed" || retryAt === undefined) return null;
  const waitMs = Date.parse(retryAt) - nowMs;
  return waitMs > 0 && waitMs <= maxWaitMs ? waitMs : null;
}
