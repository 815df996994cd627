import type { Conversation } from "@lectern/contract";
import {
  listDraftDocumentNames,
  moveDraftDocuments,
  restoreDraftDocuments,
} from "../../files/upload/draftDocuments.ts";
import type { RunOutcome } from "../runs/activeRun.ts";
import type { ChatRuns } from "../runs/chatRuns.ts";
import type { OutgoingDraft } from "../sending/messageDraft.ts";
import { returnDraft } from "../sending/returnedDrafts.ts";
import type { SendRefusal, SendResult } from "../sending/sendResult.ts";
import { getQueuedDraftKey, maxQueuedMessages, type QueuedMessage, type QueuedMessages } from "./queuedMessages.ts";

/** The messages that wait while an answer is being written. All of them are sent through `chat.send`. */
export interface MessageQueue {
  /**
   * Queues a message with the documents of its draft. `sendsNow`: the answer is stopped, and the message is sent before
   * the other ones. Returns why the message was rejected, or null.
   */
  add(draft: OutgoingDraft, options: { sendsNow: boolean }): SendRefusal | null;
  /** Sends a queued message now, or as soon as the answer that is being written has been stopped. */
  sendNow(conversationId: string, messageId: string): void;
  /** Holds the waiting messages of conversations, because something else is sent or they cannot be sent. */
  hold(conversationId: string): void;
  /** Removes the messages of deleted conversations. */
  clear(conversationIds: readonly string[]): void;
  /** Moves a message with its documents to the message field, where the draft with the key `draftKey` is. */
  edit(conversationId: string, messageId: string, draftKey: string): void;
  remove(conversationId: string, messageId: string): void;
  /**
   * Decides what happens to messages that were being sent when a page was closed: the conversation has them, or they
   * are held.
   */
  settleAbandoned(conversation: Conversation): void;
  /** True if a message is sent after the answer of the conversation that has just been completed. */
  isContinued(conversationId: string): boolean;
  /** Sends the next messages after answers until the returned function is called. */
  connect(): () => void;
}

interface QueueDependencies {
  userId: string;
  messages: QueuedMessages;
  runs: Pick<ChatRuns, "isBusy" | "stop" | "observe">;
  check: (draft: OutgoingDraft) => SendRefusal | null;
  send: (draft: OutgoingDraft) => SendResult;
  /** Makes sure that the current conversation is in the query cache. */
  load: (conversationId: string) => Promise<unknown>;
  showError: (conversationId: string, text: string, details: string | null) => void;
  locks: LockManager | undefined;
}

const fullText = `Up to ${maxQueuedMessages} messages can wait. Send or remove one first.`;

export function createMessageQueue(dependencies: QueueDependencies): MessageQueue {
  const { userId, messages, runs, check, send, load, showError, locks } = dependencies;

  const find = (conversationId: string, messageId: string) =>
    messages.list(conversationId).find(({ id }) => id === messageId);

  function setState(conversationId: string, messageId: string, state: QueuedMessage["state"]): void {
    messages.change(conversationId, (queue) =>
      queue.map((message) => (message.id === messageId ? { ...message, state } : message)),
    );
  }

  function remove(conversationId: string, messageId: string): void {
    messages.change(conversationId, (queue) => queue.filter(({ id }) => id !== messageId));
  }

  function hold(conversationId: string): void {
    if (messages.list(conversationId).every(({ state }) => state === "held")) return;
    messages.change(conversationId, (queue) => queue.map((message) => ({ ...message, state: "held" })));
  }

  /** Sends the message that `choose` returns. At a time, only one tab sends a queued message of a conversation. */
  async function sendOne(
    conversationId: string,
    choose: (queue: readonly QueuedMessage[]) => QueuedMessage | undefined,
  ): Promise<void> {
    await withQueueLock(locks, conversationId, async () => {
      const message = choose(messages.list(conversationId));
      if (!message) return;
      const { id, state, documentNames: _, ...draft } = message;
      try {
        await load(conversationId);
        await restoreDraftDocuments({ userId, draftKey: getQueuedDraftKey(id) });
      } catch (error) {
        hold(conversationId);
        return showError(
          conversationId,
          "The queued message was not sent.",
          error instanceof Error ? error.message : null,
        );
      }
      setState(conversationId, id, "sending");
      const result = send({ ...draft, conversationId, documentsKey: getQueuedDraftKey(id) });
      if (result.status === "refused") {
        const { reason, text, details } = result.refusal;
        if (reason === "streaming") return setState(conversationId, id, state === "held" ? "waiting" : state);
        hold(conversationId);
        return showError(conversationId, text, details);
      }
      if ((await result.outcome) === "returned") hold(conversationId);
      else remove(conversationId, id);
    });
  }

  const isNext = ({ state }: QueuedMessage) => state === "next";
  const isWaiting = ({ state }: QueuedMessage) => state === "waiting";

  function continueAfter(conversationId: string, outcome: RunOutcome): void {
    if (outcome === "elsewhere") return;
    const queue = messages.list(conversationId);
    const isWaitingForApproval = outcome === "waiting";
    const isComplete = outcome !== "withdrawn" && !isWaitingForApproval && outcome.end === "done";
    if (queue.some(isNext) || (isComplete && queue.some(isWaiting)))
      void sendOne(conversationId, (latest) => latest.find(isNext) ?? latest.find(isWaiting));
    else if (!isComplete && !isWaitingForApproval) hold(conversationId);
  }

  function sendNow(conversationId: string, messageId: string): void {
    if (!runs.isBusy(conversationId)) return void sendOne(conversationId, () => find(conversationId, messageId));
    setState(conversationId, messageId, "next");
    void runs.stop(conversationId);
  }

  return {
    add({ conversationId, documentsKey, dataSources: _, ...draft }, { sendsNow }) {
      if (messages.list(conversationId).length >= maxQueuedMessages)
        return { reason: "streaming", text: fullText, details: null };
      const refusal = check({ ...draft, conversationId, ...(documentsKey === undefined ? {} : { documentsKey }) });
      if (refusal) return refusal;
      const id = crypto.randomUUID();
      const documentNames =
        documentsKey === undefined ? [] : listDraftDocumentNames({ userId, draftKey: documentsKey });
      if (documentsKey !== undefined) moveDraftDocuments(userId, documentsKey, getQueuedDraftKey(id));
      messages.change(conversationId, (queue) => [...queue, { ...draft, id, documentNames, state: "waiting" }]);
      // The answer may have ended while the message was being typed.
      if (sendsNow || !runs.isBusy(conversationId)) sendNow(conversationId, id);
      return null;
    },
    sendNow,
    hold,
    clear: (conversationIds) => {
      for (const id of conversationIds) messages.change(id, () => []);
    },
    edit: (conversationId, messageId, draftKey) => {
      const message = find(conversationId, messageId);
      if (!message) return;
      const { id, state: _, documentNames: __, ...draft } = message;
      remove(conversationId, id);
      moveDraftDocuments(userId, getQueuedDraftKey(id), draftKey);
      returnDraft(userId, { ...draft, conversationId });
    },
    remove,
    settleAbandoned({ id: conversationId, messages: conversationMessages }) {
      const isSending = ({ state }: QueuedMessage) => state === "sending";
      if (!messages.list(conversationId).some(isSending)) return;
      void withQueueLock(locks, conversationId, async () => {
        const question = conversationMessages.findLast(({ role }) => role === "user");
        messages.change(conversationId, (queue) =>
          queue.flatMap((message) => {
            if (!isSending(message)) return message;
            const wasSent = (question?.label ?? question?.content) === (message.label ?? message.text);
            return wasSent ? [] : { ...message, state: "held" };
          }),
        );
      });
    },
    isContinued: (conversationId) =>
      messages.list(conversationId).some((message) => isNext(message) || isWaiting(message)),
    connect() {
      const disconnect = messages.connect();
      const stopObserving = runs.observe({
        onEnd: (conversationId, _, outcome) => continueAfter(conversationId, outcome),
      });
      return () => {
        disconnect();
        stopObserving();
      };
    },
  };
}

async function withQueueLock(
  locks: LockManager | undefined,
  conversationId: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!locks) return work();
  await locks.request(`lectern.queue.${conversationId}`, work);
}
