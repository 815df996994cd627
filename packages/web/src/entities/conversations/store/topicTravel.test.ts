import type { Conversation, Message } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newConversation } from "../newConversation.ts";
import { message, startFakeCloud } from "../testing/fakeCloud.ts";
import { conversationKeys } from "./conversationCache.ts";
import { type ConversationStore, createConversationStore } from "./conversationStore.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";

const past = { range: "0-1", topic: "Cranes", description: "How they fly." };
const question: Message = { ...message("q2", "a1"), role: "user" };
const answer = message("a2", "q2", {
  data: { end: { end: "done" }, state: { focus: { leftOut: [], newTopic: { title: "Tides", past } } } },
});

let cloud: ReturnType<typeof startFakeCloud>;
let cache: QueryClient;
let store: ConversationStore;

beforeEach(async () => {
  cloud = startFakeCloud();
  const local = createMemoryConversations();
  cache = new QueryClient();
  store = createConversationStore("u1", local, cache);
  const draft = newConversation({ isLocal: true, modelId: "m1", temperature: 0.3 }, new Date());
  const tree = { messages: [message("q1", null), message("a1", "q1"), question], headId: "q2" };
  await local.put({ ...draft, ...tree, id: "here", name: "Here" });
  const inCloud = { ...draft, ...tree, id: "there", name: "There", isLocal: false, revision: 1 };
  cloud.rows.set("there", inCloud);
  await local.putStub(inCloud);
  cache.setQueryData(conversationKeys.list("u1"), await store.list());
});
afterEach(() => vi.unstubAllGlobals());

const list = ({ messages = [] }: Partial<Conversation>) => messages.map(({ topicData }) => topicData);
const topics = [undefined, { pastTopic: past }, { currentTopic: "Tides" }, undefined];

test("the topic that a question starts is stored with its answer in a local conversation, and goes along", async () => {
  await store.saveAnswer("here", answer, true);
  expect(list(await store.read("here"))).toEqual(topics);
  expect(list(await store.read(await store.copy("here")))).toEqual(topics);
  expect(list(await store.read(await store.fork("here", "q2")))).toEqual(topics.slice(0, 3));
  await store.move("here", "cloud");
  expect(list(cloud.rows.get("here") ?? {})).toEqual(topics);
});

test("this tab shows at once what the server stores of a cloud conversation", async () => {
  cache.setQueryData(conversationKeys.one("u1", "there"), await store.read("there"));
  await store.saveAnswer("there", answer, false);
  expect(list(cache.getQueryData<Conversation>(conversationKeys.one("u1", "there")) ?? {})).toEqual(topics);
});
