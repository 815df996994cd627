import "fake-indexeddb/auto";
import { type Conversation, type Model, openConversation } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import { type ConversationStore, createConversationStore } from "../../conversations/store/conversationStore.ts";
import { type LocalConversations, openLocalConversations } from "../../conversations/store/localConversations.ts";
import { startFakeCloud } from "../../conversations/testing/fakeCloud.ts";
import { interruptedEnd } from "../answer/reply.ts";
import { type ChatRuns, createChatRuns } from "./chatRuns.ts";
import type { RunDependencies } from "./runDependencies.ts";
import { createRunStore } from "./runStore.ts";

const model: Model = {
  id: "m1",
  name: "Model One",
  provider: "OpenAI",
  description: "",
  inputContextWindow: 1_000,
  outputTokenLimit: 600,
  inputTokenCost: null,
  outputTokenCost: null,
  cachedTokenCost: null,
  supportsImages: false,
  supportsSystemPrompts: true,
  isBuiltIn: false,
  isDefault: true,
};
const choices = { isLocal: false, modelId: "m1", temperature: 0.4, prompt: "Be brief.", tags: ["sea"] };
const settings = { name: "New Conversation", temperature: 0.4, prompt: "Be brief.", tags: ["sea"], folderId: "day" };

/** A chat request as the server reads it. */
interface ChatBody {
  killSwitch?: object;
  messages: { id: string; role: "system" | "user"; content: string }[];
  options: {
    conversationId: string;
    parentId: string | null;
    replyId: string;
    newConversation?: Partial<Conversation>;
  };
}

let userCount = 0;
let userId: string;
let cloud: ReturnType<typeof startFakeCloud>;
let local: LocalConversations;
let cache: QueryClient;
let store: ConversationStore;
let runs: ChatRuns;
/** Responds to a request of the chat. */
let respond: (body: ChatBody | null, signal: AbortSignal | null) => Response | Promise<Response>;
let sentBodies: ChatBody[];
let requestCount: number;
let isSignedOut: boolean;

const findCached = (id: string) => cache.getQueryData<Conversation>(conversationKeys.one(userId, id));
const listTexts = (conversation: Conversation | undefined) => conversation?.messages.map(({ content }) => content);
const refuse = (status: number) => () => Response.json({ message: "Not now.", code: "x" }, { status });
const failNetwork = () => Promise.reject(new TypeError("Failed to fetch"));
const waitUntilRunsEnd = () => vi.waitFor(() => expect(runs.store.getState().runs).toEqual({}));

/** Opens the page, or opens it again: only stored data remains. */
function openPage(): void {
  cache = new QueryClient();
  store = createConversationStore(userId, local, cache, { getFolderForNew: async () => "day" });
  const createDependencies = (): RunDependencies => ({
    endpoint: "/chat",
    turns: store,
    getAccessToken: async () => "token",
    onUnauthenticated: () => {
      isSignedOut = true;
    },
    showError: () => {},
    closeErrors: () => {},
    showRejection: () => {},
    showLastingError: () => {},
    applyPrefixPrompts: async (text) => text,
    hasOutputTransformers: async () => false,
    getNewTags: () => [],
    getAssistantState: () => null,
    canMakeArtifacts: () => false,
    usesMemory: () => false,
    focusesMessages: () => false,
    usesSummaries: () => false,
    skipsSearch: () => false,
    getCodeInterpreterUse: () => "absent",
    prepareCodeInterpreter: async () => {},
    addTags: async () => {},
    onAssistantRefused: () => {},
    applyOutputTransformers: async () => null,
    streamGate: { enter: async () => ({ signal: new AbortController().signal, release: () => {} }) },
    locks: undefined,
  });
  runs = createChatRuns(createDependencies, createRunStore(queueMicrotask));
}

/** Stores the turn as the server does before it answers. */
function receive({ messages, options }: ChatBody): void {
  const { conversationId: id, parentId, replyId, newConversation } = options;
  const [question] = messages.filter(({ role }) => role === "user");
  if (!question) throw new Error("The request has no question.");
  const sent = { modelId: "m1", ...newConversation, id } as Conversation;
  cloud.receiveTurn(
    sent,
    [
      { ...question, parentId, data: {} },
      { id: replyId, parentId: question.id, role: "assistant", content: "", data: { run: { requestId: "r" } } },
    ],
    replyId,
  );
}

/** A stream that ends when the test calls `end`. */
function openStream() {
  let write = (_: string) => {};
  let close = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      write = (text) => controller.enqueue(new TextEncoder().encode(text));
      close = () => controller.close();
    },
  });
  return {
    response: new Response(stream, { headers: { "content-type": "text/event-stream" } }),
    say: (text: string) => write(`id: 1\ndata: ${JSON.stringify({ s: "m1", d: text })}\n\n`),
    end: () => {
      write(`id: 2\ndata: ${JSON.stringify({ s: "meta", end: "done" })}\n\ndata: [DONE]\n\n`);
      close();
    },
  };
}

function respondWith(stream: ReturnType<typeof openStream>): void {
  respond = (body) => {
    if (body && !body.killSwitch) receive(body);
    return stream.response;
  };
}

beforeEach(async () => {
  userId = `first${userCount++}`;
  cloud = startFakeCloud();
  const fetchFromCloud = globalThis.fetch;
  sentBodies = [];
  requestCount = 0;
  isSignedOut = false;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    requestCount += 1;
    if (!address.startsWith("/chat")) return fetchFromCloud(address, init);
    const body: ChatBody | null = typeof init.body === "string" ? JSON.parse(init.body) : null;
    if (body && !body.killSwitch) sentBodies.push(body);
    return Promise.resolve(respond(body, init.signal ?? null));
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
  local = await openLocalConversations(userId);
  openPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the first question of a new cloud conversation takes one request until the first token, and one write before it", async () => {
  const write = vi.spyOn(IDBObjectStore.prototype, "put");
  const conversation = await store.read(await store.startNew(choices));
  const { id } = conversation;
  write.mockClear();
  const stream = openStream();
  let writesBefore = 0;
  respond = (body) => {
    writesBefore = write.mock.calls.length;
    if (body) receive(body);
    return stream.response;
  };
  const outcome = runs.startTurn(conversation, model, { text: "Hello" });
  expect(await outcome).toBe("accepted");
  // One record was written: the conversation and its line in the list.
  expect(writesBefore).toBe(2);
  stream.say("Hi");
  await vi.waitFor(() => expect(runs.store.getAnswer(id).content).toBe("Hi"));
  expect(requestCount).toBe(1);
  expect(sentBodies[0]?.options).toMatchObject({ parentId: null, newConversation: settings });
  expect(cloud.rows.get(id)).toMatchObject(settings);
  expect(await local.get(id)).toBeNull();
  expect(await store.list()).toMatchObject([{ id, isStub: true }]);
  stream.end();
  await waitUntilRunsEnd();

  const secondStream = openStream();
  respondWith(secondStream);
  await runs.startTurn(await store.read(id), model, { text: "And?" });
  expect(sentBodies[1]?.options).not.toHaveProperty("newConversation");
  secondStream.end();
  await waitUntilRunsEnd();
});

test.each([401, 403, 409, 413, 429, 503])(
  "a first question that is refused with %i stays with its reason, also after a reload, and can be sent again",
  async (status) => {
    const conversation = await store.read(await store.startNew(choices));
    const { id } = conversation;
    respond = refuse(status);
    expect(await runs.startTurn(conversation, model, { text: "Hello" })).toBe("unsent");
    await waitUntilRunsEnd();
    expect(isSignedOut).toBe(status === 401);
    const isRefused = { data: { end: { end: "failed" } } };
    expect(findCached(id)?.messages).toMatchObject([{ content: "Hello" }, isRefused]);
    expect(cloud.rows.size).toBe(0);
    openPage();
    expect(await store.list()).toMatchObject([{ id, isDraft: false, isLocal: false, name: "Hello..." }]);
    const reopenedConversation = await store.read(id);
    expect(reopenedConversation.messages).toMatchObject([{ content: "Hello" }, isRefused]);

    const stream = openStream();
    respondWith(stream);
    const [, failedAnswer] = reopenedConversation.messages;
    if (!failedAnswer) throw new Error("The answer is gone.");
    cache.setQueryData(conversationKeys.one(userId, id), reopenedConversation);
    expect(await runs.answerAgain(reopenedConversation, model, failedAnswer)).toBe("accepted");
    stream.say("Hi");
    stream.end();
    await waitUntilRunsEnd();
    expect(cloud.rows.get(id)).toMatchObject({ ...settings, name: expect.any(String) });
    await vi.waitFor(() => expect(findCached(id)?.name).toBe("A title"));
    await vi.waitFor(() => expect(listTexts(findCached(id))).toEqual(["Hello", "Hi"]));
  },
);

test("a first question that cannot be sent leaves an empty draft", async () => {
  const conversation = await store.read(await store.startNew(choices));
  respond = failNetwork;
  expect(await runs.startTurn(conversation, model, { text: "Hello" })).toBe("returned");
  await waitUntilRunsEnd();
  expect(findCached(conversation.id)?.messages).toEqual([]);
  expect(await store.list()).toMatchObject([{ id: conversation.id, isDraft: true, isLocal: false }]);
  expect(await store.startNew(choices)).toBe(conversation.id);
});

test("a question that the server has although it seemed unreachable is shown from the next sync on, with the changes since", async () => {
  const conversation = await store.read(await store.startNew(choices));
  respond = (body) => {
    if (body) receive(body);
    return failNetwork();
  };
  expect(await runs.startTurn(conversation, model, { text: "Hello" })).toBe("returned");
  await waitUntilRunsEnd();
  // The draft can be changed without the cloud.
  cloud.failNext(openConversation, "unreachable");
  await store.changeSettings(conversation.id, { temperature: 0.8 });
  expect(findCached(conversation.id)?.temperature).toBe(0.8);
  await store.sync();
  expect(cloud.rows.get(conversation.id)?.temperature).toBe(0.8);
  expect(await store.list()).toMatchObject([{ id: conversation.id, isDraft: false, isStub: true }]);
  expect(listTexts(await store.read(conversation.id))).toEqual(["Hello", ""]);
});

test("a page that is closed before the first event shows the cloud's conversation when it is opened again", async () => {
  const conversation = await store.read(await store.startNew(choices));
  const { id } = conversation;
  respond = (body) => {
    if (body) receive(body);
    return new Promise(() => {});
  };
  void runs.startTurn(conversation, model, { text: "Hello" });
  await vi.waitFor(() => expect(cloud.rows.has(id)).toBe(true));
  cloud.change(id, { name: "A title" });
  openPage();
  expect(await store.startNew(choices)).not.toBe(id);
  expect(await store.read(id)).toMatchObject({ name: "A title", messages: [{ content: "Hello" }, {}] });
  expect(await local.get(id)).toBeNull();
  expect((await store.list()).find((summary) => summary.id === id)).toMatchObject({ isStub: true, isDraft: false });
});

test("a page that is closed before the server has the question still has it, and the answer can be requested again", async () => {
  const conversation = await store.read(await store.startNew(choices));
  const { id } = conversation;
  respond = () => new Promise(() => {});
  void runs.startTurn(conversation, model, { text: "Hello" });
  await vi.waitFor(() => expect(sentBodies).toHaveLength(1));
  openPage();
  cloud.failNext(openConversation, "unreachable");
  expect(listTexts(await store.read(id))).toEqual(["Hello", ""]);
  const reopenedConversation = await store.read(id);
  respond = () => Response.json({}, { status: 404 });
  cache.setQueryData(conversationKeys.one(userId, id), reopenedConversation);
  runs.resume(reopenedConversation);
  await waitUntilRunsEnd();
  expect(findCached(id)?.messages).toMatchObject([{ content: "Hello" }, { data: { end: interruptedEnd } }]);
  const stream = openStream();
  respondWith(stream);
  const interrupted = findCached(id);
  if (!interrupted) throw new Error("The conversation is gone.");
  expect(await runs.startTurn(interrupted, model, { text: "Are you there?" })).toBe("accepted");
  const sentTexts = sentBodies.at(-1)?.messages.map(({ content }) => content);
  expect(sentTexts).toEqual(["Be brief.", "Hello", "Are you there?"]);
  stream.end();
  await waitUntilRunsEnd();
});

test("a question that is stopped before the server responds stays, whether or not the server has it", async () => {
  for (const isReceived of [true, false]) {
    const conversation = await store.read(await store.startNew(choices));
    const { id } = conversation;
    respond = (body, signal) => {
      if (body?.killSwitch) return failNetwork();
      if (body && isReceived) receive(body);
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    };
    const outcome = runs.startTurn(conversation, model, { text: "Hello" });
    await vi.waitFor(() => expect(runs.store.getState().runs[id]?.phase).toBe("sending"));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    runs.stop(id);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(await outcome).toBe("unsent");
    await waitUntilRunsEnd();
    openPage();
    expect(await store.read(id)).toMatchObject({
      // The server names what it has.
      name: isReceived ? "New Conversation" : "Hello...",
      messages: [{ content: "Hello" }, { role: "assistant" }],
    });
    expect((await local.get(id)) === null).toBe(isReceived);
  }
});

test("changes before the first question are sent with it; those while it is being sent reach the cloud, too", async () => {
  const id = await store.startNew(choices);
  await store.rename(id, "Before");
  await store.moveToFolder([id], "mine");
  const response = Promise.withResolvers<Response>();
  respond = () => response.promise;
  const outcome = runs.startTurn(await store.read(id), model, { text: "Hello" });
  await vi.waitFor(() => expect(sentBodies).toHaveLength(1));
  // The server does not have the conversation yet.
  await store.rename(id, "Meanwhile");
  await store.changeTags([id], { add: ["new"] });
  await store.changeSettings(id, { temperature: 0.9 });
  const [body] = sentBodies;
  expect(body?.options.newConversation).toMatchObject({ name: "Before", folderId: "mine", tags: ["sea"] });
  if (body) receive(body);
  // Now it does, but this page does not know yet.
  expect(await store.moveToFolder([id], "other")).toMatchObject({ done: [id] });
  expect(cloud.rows.get(id)).toMatchObject({ name: "Meanwhile", folderId: "other" });
  const stream = openStream();
  response.resolve(stream.response);
  expect(await outcome).toBe("accepted");
  stream.end();
  await waitUntilRunsEnd();
  const expected = { name: "Meanwhile", temperature: 0.9, tags: ["sea", "new"], folderId: "other" };
  expect(cloud.rows.get(id)).toMatchObject(expected);
  expect(findCached(id)).toMatchObject(expected);
  expect(cloud.paths()).not.toContain("create");
});

test("a conversation whose question may be on the server is removed there, too", async () => {
  const conversation = await store.read(await store.startNew(choices));
  respond = (body) => {
    if (body) receive(body);
    return Response.json({}, { status: 502 });
  };
  expect(await runs.startTurn(conversation, model, { text: "Hello" })).toBe("unsent");
  await waitUntilRunsEnd();
  cloud.failNext(openConversation, "unreachable");
  await expect(store.remove(conversation.id)).rejects.toThrow();
  await store.remove(conversation.id);
  expect(cloud.rows.size).toBe(0);
  expect(await store.list()).toEqual([]);
});

test("another tab shows the question while it is being sent, starts elsewhere, and then reads the answer from the cloud", async () => {
  const conversation = await store.read(await store.startNew(choices));
  const { id } = conversation;
  const response = Promise.withResolvers<Response>();
  respond = () => response.promise;
  const outcome = runs.startTurn(conversation, model, { text: "Hello" });
  await vi.waitFor(() => expect(sentBodies).toHaveLength(1));
  const otherStore = createConversationStore(userId, local, new QueryClient());
  expect(listTexts(await otherStore.read(id))).toEqual(["Hello", ""]);
  expect(await otherStore.startNew(choices)).not.toBe(id);
  await otherStore.rename(id, "Elsewhere");
  const [body] = sentBodies;
  if (body) receive(body);
  const stream = openStream();
  response.resolve(stream.response);
  expect(await outcome).toBe("accepted");
  stream.say("Hi");
  stream.end();
  await waitUntilRunsEnd();
  expect(cloud.rows.get(id)?.name).toBe("Elsewhere");
  expect(await otherStore.read(id)).toMatchObject({ name: "Elsewhere", messages: [{ content: "Hello" }, {}] });
  expect(await local.get(id)).toBeNull();
});
