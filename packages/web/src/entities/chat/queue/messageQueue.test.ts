import type { Message } from "@lectern/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { getStoredDocumentsKey } from "../../files/upload/getStoredDocumentsKey.ts";
import type { RunOutcome, SendOutcome } from "../runs/activeRun.ts";
import type { RunObserver } from "../runs/chatRuns.ts";
import { getStoredDraftName } from "../sending/draftTexts.ts";
import type { OutgoingDraft } from "../sending/messageDraft.ts";
import type { SendRefusal } from "../sending/sendResult.ts";
import { createMessageQueue, type MessageQueue } from "./messageQueue.ts";
import { createQueuedMessages, getQueuedDraftKey, maxQueuedMessages, type QueuedMessages } from "./queuedMessages.ts";

const conversationId = "c1";
let userId: string;
let userCount = 0;
let messages: QueuedMessages;
let queue: MessageQueue;
let isBusy: boolean;
let stopCount: number;
let sent: OutgoingDraft[];
let refusal: SendRefusal | null;
let outcome: SendOutcome;
let isRetried: boolean;
let errors: string[];
let costQuestions: string[];
let acceptsCost: boolean;
let loaded: Promise<void>;
let questions: Message[];
let observers: Set<RunObserver>;

const add = (text: string, sendsNow = false) => queue.add({ conversationId, text }, { sendsNow });
const readQueue = () => messages.list(conversationId).map(({ text, state }) => `${text}: ${state}`);
const readSent = () => sent.map(({ text }) => text);
const idOf = (text: string) => messages.list(conversationId).find((message) => message.text === text)?.id ?? "";
/** Ends the answer. */
async function endAnswer(runOutcome: RunOutcome): Promise<void> {
  isBusy = false;
  for (const { onEnd } of observers) onEnd?.(conversationId, "r", runOutcome);
  await settle();
}
const question = (content: string): Message => ({
  id: crypto.randomUUID(),
  parentId: null,
  role: "user",
  content,
  data: {},
});
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  userId = `queue-${++userCount}`;
  [isBusy, isRetried, stopCount, sent, refusal, outcome, errors] = [true, false, 0, [], null, "accepted", []];
  [costQuestions, acceptsCost] = [[], false];
  [loaded, questions] = [Promise.resolve(), []];
  observers = new Set();
  messages = createQueuedMessages(userId);
  queue = createMessageQueue({
    userId,
    messages,
    runs: {
      isBusy: () => isBusy,
      stop: async () => void stopCount++,
      observe: (observer) => {
        observers.add(observer);
        return () => observers.delete(observer);
      },
    },
    check: ({ text }) => (text === "too long" ? { reason: "tooLong", text: "Too long" } : null),
    send: (draft) => {
      if (isBusy) return { status: "refused", refusal: { reason: "streaming", text: "" } };
      if (refusal && !(refusal.reason === "cost" && draft.acceptsCost)) return { status: "refused", refusal };
      sent.push(draft);
      isBusy = outcome !== "returned";
      return { status: "sent", outcome: Promise.resolve(outcome) };
    },
    load: async () => {
      await loaded;
      return { messages: questions };
    },
    isRetried: () => isRetried,
    showError: (_, text) => errors.push(text),
    askAboutCost: async (_, text) => {
      costQuestions.push(text);
      return acceptsCost;
    },
    locks: navigator.locks,
  });
  queue.connect();
});

test("messages are sent one after the other, each after the end of an answer", async () => {
  add("one");
  add("two");
  expect(readQueue()).toEqual(["one: waiting", "two: waiting"]);
  await endAnswer({ end: "done" });
  expect(readSent()).toEqual(["one"]);
  expect(readQueue()).toEqual(["two: waiting"]);
  await endAnswer({ end: "done" });
  expect(readSent()).toEqual(["one", "two"]);
  expect(readQueue()).toEqual([]);
});

test("a message that has become expensive is held, and is sent once the person accepts its cost", async () => {
  add("one");
  refusal = { reason: "cost", text: "It costs $2." };
  await endAnswer({ end: "done" });
  expect([costQuestions, errors, readQueue()]).toEqual([["It costs $2."], [], ["one: held"]]);
  acceptsCost = true;
  queue.sendNow(conversationId, idOf("one"));
  await settle();
  expect(costQuestions).toHaveLength(2);
  expect([readSent(), readQueue()]).toEqual([["one"], []]);
});

test.each<[string, RunOutcome]>([
  ["a stop by hand", { end: "stopped" }],
  ["a failure", { end: "failed" }],
  ["an interruption", { end: "stopped", code: "interrupted" }],
  ["an unsent message", "withdrawn"],
])("after %s nothing is sent, and everything is held", async (_, end) => {
  add("one");
  add("two");
  await endAnswer(end);
  expect(readSent()).toEqual([]);
  expect(readQueue()).toEqual(["one: held", "two: held"]);
});

test("messages go on waiting while the answer that failed is requested again by itself", async () => {
  add("one");
  isRetried = true;
  await endAnswer({ end: "failed" });
  expect(readSent()).toEqual([]);
  expect(readQueue()).toEqual(["one: waiting"]);
  isRetried = false;
  await endAnswer({ end: "done" });
  expect(readSent()).toEqual(["one"]);
});

test("an answer that another tab saves is continued by that tab", async () => {
  add("one");
  await endAnswer("elsewhere");
  expect(readSent()).toEqual([]);
  expect(readQueue()).toEqual(["one: waiting"]);
});

test("while an answer waits for an approval, only a message that is sent now is sent", async () => {
  add("one");
  await endAnswer("waiting");
  expect(readQueue()).toEqual(["one: waiting"]);
  isBusy = true;
  add("now", true);
  await endAnswer("waiting");
  expect(readSent()).toEqual(["now"]);
  await endAnswer({ end: "done" });
  expect(readSent()).toEqual(["now", "one"]);
});

test("a message that is sent now stops the answer and comes before the others, which wait for the next end", async () => {
  add("later");
  add("now", true);
  expect(stopCount).toBe(1);
  expect(readQueue()).toEqual(["later: waiting", "now: next"]);
  await endAnswer({ end: "stopped" });
  expect(readSent()).toEqual(["now"]);
  expect(readQueue()).toEqual(["later: waiting"]);
});

test("of two messages that are sent now for the same answer, the second waits for the end of the next one", async () => {
  add("first", true);
  add("second", true);
  await endAnswer({ end: "stopped" });
  expect(readQueue()).toEqual(["second: waiting"]);
  await endAnswer({ end: "stopped" });
  expect(readSent()).toEqual(["first"]);
  expect(readQueue()).toEqual(["second: held"]);
});

test("a message that is queued after the answer has ended is sent immediately", async () => {
  isBusy = false;
  add("late");
  await settle();
  expect(readSent()).toEqual(["late"]);
});

test("a message that cannot be sent, or is returned, is held with the reason", async () => {
  add("one");
  add("two");
  refusal = { reason: "noModel", text: "Choose a model first" };
  await endAnswer({ end: "done" });
  expect(errors).toEqual(["Choose a model first"]);
  expect(readQueue()).toEqual(["one: held", "two: held"]);
  refusal = null;
  outcome = "returned";
  queue.sendNow(conversationId, idOf("one"));
  await settle();
  expect(readQueue()).toEqual(["one: held", "two: held"]);
});

test("a message that could not be sent anyway, and one too many, are rejected", () => {
  expect(add("too long")?.text).toBe("Too long");
  for (let index = 0; index < maxQueuedMessages; index += 1) expect(add(`${index}`)).toBeNull();
  expect(add("one too many")?.text).toContain(`${maxQueuedMessages} messages`);
  expect(messages.list(conversationId)).toHaveLength(maxQueuedMessages);
});

test("a message that a prompt template made is sent with its template, its label and its own documents", async () => {
  const template = {
    label: "The river",
    type: "prompt" as const,
    templateData: { id: "p1" },
    skipsPrefixPrompts: true,
  };
  queue.add(
    { conversationId, text: "Sum up: The river", ...template, documentsKey: conversationId },
    { sendsNow: false },
  );
  const id = idOf("Sum up: The river");
  await endAnswer({ end: "done" });
  expect(sent).toMatchObject([{ text: "Sum up: The river", ...template, documentsKey: `queued.${id}` }]);
});

test("an edited message returns to the draft of its conversation", () => {
  add("one");
  queue.edit(conversationId, idOf("one"), conversationId);
  expect(readQueue()).toEqual([]);
  expect(readUserValue(userId, getStoredDraftName(conversationId))).toBe("one");
});

test("the queue is stored, for the person", () => {
  add("one");
  expect(createQueuedMessages(userId).list(conversationId)).toMatchObject([{ text: "one" }]);
  expect(createQueuedMessages(`${userId} other`).list(conversationId)).toEqual([]);
});

test("of messages that a closed page was sending, those that the conversation has are removed, and the others are held", async () => {
  add("sent");
  add("lost");
  messages.change(conversationId, (all) => all.map((message) => ({ ...message, state: "sending" })));
  questions = [{ ...question("sent"), content: "A prefix. sent", label: "sent" }];
  queue.settleAbandoned(conversationId);
  await settle();
  expect(readQueue()).toEqual(["lost: held"]);
});

/** Sends the queued message, and leaves the page before the outcome is known. */
async function sendAndLeave(): Promise<void> {
  outcome = "unsent";
  await endAnswer({ end: "done" });
  expect(readSent()).toHaveLength(1);
}

test("a message with the text of the question before it is not taken for sent", async () => {
  questions = [question("Continue")];
  add("Continue");
  await sendAndLeave();
  queue.settleAbandoned(conversationId);
  await settle();
  expect(readQueue()).toEqual(["Continue: held"]);
});

test("a message that the server has not accepted is not lost when the page is closed", async () => {
  add("one");
  await sendAndLeave();
  // The page that sent it shows it as a question.
  const sentQuestion = question("one");
  questions = [{ ...sentQuestion, data: { unsent: true } }];
  queue.settleAbandoned(conversationId);
  await settle();
  expect(readQueue()).toEqual(["one: sending"]);
  // Another attempt was accepted.
  questions = [sentQuestion, question("a later question")];
  queue.settleAbandoned(conversationId);
  await settle();
  expect(readQueue()).toEqual([]);
});

test("a message that was removed or edited while its conversation was loading is not sent", async () => {
  const loading = Promise.withResolvers<void>();
  loaded = loading.promise;
  add("removed");
  await endAnswer({ end: "done" });
  queue.remove(conversationId, idOf("removed"));
  loading.resolve();
  await settle();
  expect(readSent()).toEqual([]);
  expect(readQueue()).toEqual([]);
});

test("the documents of a removed message are not stored any longer", () => {
  for (const removal of [(id: string) => queue.remove(conversationId, id), () => queue.clear([conversationId])]) {
    add("one");
    const documentsKey = getStoredDocumentsKey(getQueuedDraftKey(idOf("one")));
    writeUserValue(userId, documentsKey, "[]");
    removal(idOf("one"));
    expect(readUserValue(userId, documentsKey)).toBeNull();
  }
});
