import type { Conversation, Message } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import {
  discardDraftDocuments,
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
  /** Holds the waiting messages of a conversation, because something else is sent or they cannot be sent. */
  hold(conversationId: string): void;
  /** Removes the messages of deleted conversations with their documents. */
  clear(conversationIds: readonly string[]): void;
  /**
   * Moves a message with its documents to the message field, where the draft with the key `draftKey` is. Does nothing if
   * the message is being sent.
   */
  edit(conversationId: string, messageId: string, draftKey: string): void;
  /** Removes a message with its documents. Does nothing if the message is being sent. */
  remove(conversationId: string, messageId: string): void;
  /**
   * Decides what happens to messages that were being sent when a page was closed: the conversation has them, or they
   * are held.
   */
  settleAbandoned(conversationId: string): void;
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
  /** `isAutomatic`: the message is sent because the answer before it has ended, and not at this moment by the person. */
  send: (draft: OutgoingDraft, isAutomatic: boolean) => SendResult;
  /** Makes sure that the current conversation is in the query cache. */
  load: (conversationId: string) => Promise<Pick<Conversation, "messages">>;
  /** True if the answer that has just failed is requested again by itself. */
  isRetried: (conversationId: string) => boolean;
  showError: (conversationId: string, text: string, details?: { details: string | null }) => void;
  /** Resolves to true if the person wants to send a message that may be expensive. */
  askAboutCost: (conversationId: string, text: string) => Promise<boolean>;
  locks: LockManager | undefined;
}

export function createMessageQueue(dependencies: QueueDependencies): MessageQueue {
  const { userId, messages, runs, check, send, load, isRetried, showError, askAboutCost, locks } = dependencies;

  const find = (conversationId: string, messageId: string) =>
    messages.list(conversationId).find(({ id }) => id === messageId);

  function update(conversationId: string, messageId: string, changes: Partial<QueuedMessage>): void {
    messages.change(conversationId, (queue) =>
      queue.map((message) => (message.id === messageId ? { ...message, ...changes } : message)),
    );
  }

  function drop(conversationId: string, messageId: string): void {
    messages.change(conversationId, (queue) => queue.filter(({ id }) => id !== messageId));
  }

  const discardDocuments = ({ id }: QueuedMessage) =>
    discardDraftDocuments({ userId, draftKey: getQueuedDraftKey(id) });

  function hold(conversationId: string): void {
    if (!messages.list(conversationId).some(isPending)) return;
    messages.change(conversationId, (queue) =>
      queue.map((message) => (isPending(message) ? { ...message, state: "held" } : message)),
    );
  }

  /** Holds a message that could not be sent, and those behind it. */
  function holdAll(conversationId: string, messageId: string): void {
    update(conversationId, messageId, { state: "held" });
    hold(conversationId);
  }

  /** Sends the message that `choose` returns. At a time, only one tab sends a queued message of a conversation. */
  async function sendOne(
    conversationId: string,
    choose: (queue: readonly QueuedMessage[]) => QueuedMessage | undefined,
    isAutomatic = false,
  ): Promise<void> {
    await withQueueLock(locks, conversationId, async () => {
      const message = choose(messages.list(conversationId));
      if (!message || message.state === "sending") return;
      const { id, state, documentNames: _, previousQuestionId: __, ...draft } = message;
      let previousQuestionId: string | undefined;
      try {
        previousQuestionId = listQuestions(await load(conversationId)).at(-1)?.id;
        await restoreDraftDocuments({ userId, draftKey: getQueuedDraftKey(id) });
      } catch (error) {
        hold(conversationId);
        const details = error instanceof Error ? error.message : null;
        return showError(conversationId, t`The queued message wasn’t sent.`, { details });
      }
      // Meanwhile the person may have removed the message, moved it to the field or sent another one.
      if (find(conversationId, id)?.state !== state) return;
      messages.change(conversationId, (queue) =>
        queue.map((other) => {
          if (other.id === id) return { ...other, state: "sending", previousQuestionId };
          // The answer that another message was sent now for has ended: it waits for the end of the next one.
          return isNext(other) ? { ...other, state: "waiting" } : other;
        }),
      );
      const result = send({ ...draft, conversationId, documentsKey: getQueuedDraftKey(id) }, isAutomatic);
      if (result.status === "refused") {
        const { reason, text } = result.refusal;
        if (reason === "streaming") return update(conversationId, id, { state: state === "held" ? "waiting" : state });
        holdAll(conversationId, id);
        if (reason === "cost") return void sendAfterQuestion(conversationId, id, text);
        return showError(conversationId, text);
      }
      const outcome = await result.outcome;
      if (outcome === "returned") holdAll(conversationId, id);
      // An unsent message would be lost if the page were closed.
      else if (outcome !== "unsent") drop(conversationId, id);
    });
  }

  /** The message has become too expensive to be sent unasked: the conversation has grown, or the model has changed. */
  async function sendAfterQuestion(conversationId: string, messageId: string, text: string): Promise<void> {
    const isAccepted = await askAboutCost(conversationId, text);
    if (!isAccepted || find(conversationId, messageId)?.state !== "held") return;
    update(conversationId, messageId, { acceptsCost: true });
    sendNow(conversationId, messageId);
  }

  function continueAfter(conversationId: string, outcome: RunOutcome): void {
    if (outcome === "elsewhere") return;
    const queue = messages.list(conversationId);
    const isWaiting = outcome === "waiting" || outcome === "inBrowser";
    const isComplete = outcome !== "withdrawn" && !isWaiting && outcome.end === "done";
    const hasNext = queue.some(isNext);
    if (hasNext || (isComplete && queue.some(waits)))
      void sendOne(conversationId, (latest) => latest.find(isNext) ?? latest.find(waits), !hasNext);
    else if (!isComplete && !isWaiting && !isRetried(conversationId)) hold(conversationId);
  }

  function sendNow(conversationId: string, messageId: string): void {
    if (!runs.isBusy(conversationId)) return void sendOne(conversationId, () => find(conversationId, messageId));
    update(conversationId, messageId, { state: "next" });
    void runs.stop(conversationId);
  }

  return {
    add({ conversationId, documentsKey, dataSources: _, ...draft }, { sendsNow }) {
      if (messages.list(conversationId).length >= maxQueuedMessages)
        return { reason: "streaming", text: getFullText(), details: null };
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
      for (const id of conversationIds) {
        for (const message of messages.list(id)) discardDocuments(message);
        messages.change(id, () => []);
      }
    },
    edit: (conversationId, messageId, draftKey) => {
      const message = find(conversationId, messageId);
      if (!message || message.state === "sending") return;
      const { id, state: _, documentNames: __, previousQuestionId: ___, ...draft } = message;
      drop(conversationId, id);
      moveDraftDocuments(userId, getQueuedDraftKey(id), draftKey);
      returnDraft(userId, { ...draft, conversationId });
    },
    remove(conversationId, messageId) {
      const message = find(conversationId, messageId);
      if (!message || message.state === "sending") return;
      drop(conversationId, messageId);
      discardDocuments(message);
    },
    settleAbandoned(conversationId) {
      if (!messages.list(conversationId).some(isSending)) return;
      void withQueueLock(locks, conversationId, async () => {
        const conversation = await load(conversationId).catch(() => null);
        if (!conversation) return; // It is decided when the conversation can be opened.
        for (const message of messages.list(conversationId).filter(isSending)) {
          const question = findQuestion(conversation, message);
          if (!question) update(conversationId, message.id, { state: "held" });
          else if (!question.data.unsent) {
            drop(conversationId, message.id);
            discardDocuments(message);
          }
        }
      });
    },
    isContinued: (conversationId) => messages.list(conversationId).some(isPending),
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

const getFullText = () => plural(maxQueuedMessages, { other: "Up to # messages can wait. Send or remove one first." });

const isNext = ({ state }: QueuedMessage) => state === "next";
const waits = ({ state }: QueuedMessage) => state === "waiting";
const isPending = (message: QueuedMessage) => isNext(message) || waits(message);
const isSending = ({ state }: QueuedMessage) => state === "sending";

const listQuestions = ({ messages }: Pick<Conversation, "messages">) => messages.filter(({ role }) => role === "user");

/** Returns the question that a queued message became; undefined if the conversation does not have it. */
function findQuestion(conversation: Pick<Conversation, "messages">, message: QueuedMessage): Message | undefined {
  const questions = listQuestions(conversation);
  const firstIndex = questions.findIndex(({ id }) => id === message.previousQuestionId) + 1;
  return questions
    .slice(firstIndex)
    .findLast(({ label, content }) => (label ?? content) === (message.label ?? message.text));
}

async function withQueueLock(
  locks: LockManager | undefined,
  conversationId: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!locks) return work();
  await locks.request(`lectern.queue.${conversationId}`, work);
}
