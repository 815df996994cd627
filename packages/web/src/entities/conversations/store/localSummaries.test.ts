import {
  type ContextUse,
  type Conversation,
  digestMessages,
  type MessageSummary,
  parseContextUse,
  parseMessageSummary,
  summarizeMessages,
} from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newConversation } from "../newConversation.ts";
import { message, startFakeCloud } from "../testing/fakeCloud.ts";
import { conversationKeys } from "./conversationCache.ts";
import { type ConversationStore, createConversationStore } from "./conversationStore.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";

const use: ContextUse = {
  ...{ instructions: 9, memory: 0, tools: 0, documents: 0, messages: 900, summary: 0, laterMessages: 900 },
  ...{ summaryId: null, isEstimate: true, summarizeUpTo: "a2", excludedIds: [], maxSummaryTokens: 600 },
};
const texts = ["q1", "a1", "q2", "a2", "q3", "a3"];

let cloud: ReturnType<typeof startFakeCloud>;
let local: ReturnType<typeof createMemoryConversations>;
let cache: QueryClient;
let store: ConversationStore;

beforeEach(() => {
  cloud = startFakeCloud();
  local = createMemoryConversations();
  cache = new QueryClient();
  store = createConversationStore("u1", local, cache);
});
afterEach(() => vi.unstubAllGlobals());

/** Stores a chat whose last answer asks for a summary up to `a2`. */
async function putChat(context: Partial<ContextUse> = {}, changes: Partial<Conversation> = {}): Promise<void> {
  const messages = texts.map((id, index) => ({
    ...message(id, texts[index - 1] ?? null, { role: index % 2 === 0 ? "user" : "assistant" }),
    data: id === "a3" ? { end: { end: "done" as const }, state: { context: { ...use, ...context } } } : {},
  }));
  const draft = newConversation({ isLocal: true, modelId: "m1", temperature: 0.3 }, new Date());
  await local.put({ ...draft, id: "here", name: "Here", messages, headId: "a3", ...changes });
}
const find = async (id: string) => (await store.read("here")).messages.find((each) => each.id === id);
const readSummary = async () => parseMessageSummary((await find("a2"))?.data);
const readFailure = async () => parseContextUse((await find("a3"))?.data.state)?.summaryFailure;
const listInputs = () => cloud.calls.flatMap(({ path, input }) => (path === summarizeMessages.path ? [input] : []));
/** Ends the turn, and resolves when the summary was asked for. `reply` lets its reply arrive. */
async function finishTurn() {
  const reply = cloud.delayNext(summarizeMessages);
  await store.finishTurn("here");
  await expect.poll(listInputs).toHaveLength(1);
  return { reply };
}
/** Resolves when the tasks that are ready have run. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("a local conversation", () => {
  test("is summarized as its last answer says: up to where, how long, and at the expense of its account", async () => {
    await putChat({}, { accountId: "lab" });
    await store.finishTurn("here");
    await expect.poll(readSummary).toMatchObject({ text: "Up to: text of a2" });
    expect(listInputs()).toMatchObject([{ previous: null, maxTokens: 600, accountId: "lab" }]);
    expect(listInputs()[0]?.messages).toHaveLength(4);
  });

  test("has no summary of a message that was deleted or changed while it was written", async () => {
    for (const change of [
      () => store.removeMessage("here", "q1"),
      () => store.overwriteMessage("here", "q1", "Other"),
    ]) {
      cloud.calls.length = 0;
      await putChat();
      const { reply } = await finishTurn();
      await change();
      reply();
      await settle();
      expect((await store.read("here")).messages.filter(({ data }) => data.summary !== undefined)).toEqual([]);
    }
  });

  test("that was moved to the cloud meanwhile shows none that the cloud does not have", async () => {
    await putChat();
    const key = conversationKeys.one("u1", "here");
    cache.setQueryData(key, await store.read("here"));
    const { reply } = await finishTurn();
    await store.move("here", "cloud");
    reply();
    await settle();
    const shown = cache.getQueryData<Conversation>(key);
    expect(shown?.isLocal).toBe(false);
    expect(shown?.messages.filter(({ data }) => data.summary !== undefined)).toEqual([]);
  });

  test("keeps a summary that the person has edited or turned off, of whichever messages", async () => {
    for (const mark of [{ isEdited: true }, { isOff: true }]) {
      cloud.calls.length = 0;
      await putChat();
      const { messages } = await store.read("here");
      const own: MessageSummary = {
        ...{ text: "Mine.", digest: digestMessages(messages.slice(2, 4)), excludedIds: ["q1", "a1"] },
        ...mark,
      };
      const { reply } = await finishTurn();
      await store.changeMessageData("here", "a2", (data) => ({ ...data, summary: own }));
      reply();
      await settle();
      expect(await readSummary()).toEqual(own);
      // Nor is another one paid for.
      await store.finishTurn("here");
      await settle();
      expect(listInputs()).toHaveLength(1);
    }
  });

  test("is summarized by one tab at a time", async () => {
    const held = new Set<string>();
    const locks = {
      async request(name: string, _: LockOptions, work: (lock: Lock | null) => Promise<unknown>) {
        if (held.has(name)) return work(null);
        held.add(name);
        return work({ name, mode: "exclusive" }).finally(() => held.delete(name));
      },
    } as unknown as LockManager; // The store uses nothing else of it here.
    const tabs = [1, 2].map(() => createConversationStore("u1", local, new QueryClient(), { locks }));
    await putChat();
    const reply = cloud.delayNext(summarizeMessages);
    for (const tab of tabs) await tab.finishTurn("here");
    await settle();
    reply();
    await expect.poll(readSummary).not.toBeNull();
    expect(listInputs()).toHaveLength(1);
  });

  test("says why it could not be summarized, until the next answer", async () => {
    await putChat();
    cloud.failNext(summarizeMessages, "refused");
    await store.finishTurn("here");
    await expect.poll(readFailure).toBe("The server said unavailable.");
    expect(await readSummary()).toBeNull();
    await store.finishTurn("here");
    await expect.poll(readSummary).not.toBeNull();
  });

  test("of which not all messages can be sent costs nothing: no summary would apply", async () => {
    const messages = Array.from({ length: 2_000 }, (_, index) =>
      message(`m${index}`, index === 0 ? null : `m${index - 1}`, { role: index % 2 === 0 ? "user" : "assistant" }),
    );
    const last = message("a3", "m1999", { data: { state: { context: { ...use, summarizeUpTo: "m99" } } } });
    await putChat({}, { messages: [...messages, last] });
    await store.finishTurn("here");
    await settle();
    expect(listInputs()).toEqual([]);
  });
});

test("deleting a message deletes the summaries that repeat it, and undoing that restores them, here and in the cloud", async () => {
  for (const isLocal of [true, false]) {
    await putChat();
    const { messages } = await store.read("here");
    const summary = { text: "Mine.", digest: digestMessages(messages.slice(0, 4)), isEdited: true };
    await store.changeMessageData("here", "a2", (data) => ({ ...data, summary }));
    if (!isLocal) await store.move("here", "cloud");
    const undo = await store.removeMessage("here", "q1");
    expect(await readSummary()).toBeNull();
    await undo();
    expect(await readSummary()).toEqual(summary);
  }
});
