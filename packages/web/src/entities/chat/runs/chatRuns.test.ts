import {
  type ArtifactContent,
  type AssistantState,
  ChatRequest,
  type ChatRequestInput,
  type Conversation,
  getBranch,
  type Message,
  type Model,
} from "@lectern/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallError, NetworkError } from "../../../lib/callError.ts";
import { OutdatedPageError } from "../../../lib/outdatedPageError.ts";
import { assistantChoices, chooseAssistant } from "../../assistants/assistantChoice.ts";
import { newConversation } from "../../conversations/newConversation.ts";
import type { TurnStore } from "../../conversations/turnStore.ts";
import { type ChatRuns, createChatRuns } from "./chatRuns.ts";
import { createRunStore } from "./runStore.ts";

const now = "2026-11-21T10:00:00.000Z";
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

function createConversation(changes: Partial<Conversation>): Conversation {
  return {
    id: "c1",
    name: "New Conversation",
    modelId: "m1",
    folderId: null,
    tags: [],
    isLocal: true,
    groupType: null,
    codeInterpreterAssistantId: null,
    createdAt: now,
    updatedAt: now,
    prompt: null,
    temperature: null,
    maxTokens: null,
    messages: [],
    headId: null,
    revision: 0,
    ...changes,
  };
}

/** Stores one conversation in memory and records its calls. */
class MemoryTurns implements TurnStore {
  conversation: Conversation;
  readonly log: string[] = [];

  constructor(conversation: Conversation) {
    this.conversation = conversation;
  }

  #put(messages: readonly Message[], headId: string | null) {
    const ids = new Set(messages.map(({ id }) => id));
    const remainingMessages = this.conversation.messages.filter(({ id }) => !ids.has(id));
    this.conversation = { ...this.conversation, messages: [...remainingMessages, ...messages], headId };
  }

  addTags(tags: readonly string[]) {
    this.log.push("addTags");
    this.conversation = { ...this.conversation, tags: [...this.conversation.tags, ...tags] };
  }
  async beginTurn(_: string, messages: readonly Message[], headId: string) {
    this.log.push("beginTurn");
    this.#put(messages, headId);
    return this.conversation;
  }
  async setCodeInterpreterId(_: string, codeInterpreterAssistantId: string) {
    this.conversation = { ...this.conversation, codeInterpreterAssistantId };
  }

  async confirmTurn() {
    this.log.push("confirmTurn");
    this.conversation = { ...this.conversation, revision: Math.max(1, this.conversation.revision) };
  }
  async withdrawTurn(_: string, ids: readonly string[], headId: string | null) {
    this.log.push("withdrawTurn");
    const messages = this.conversation.messages.filter(({ id }) => !ids.includes(id));
    this.conversation = { ...this.conversation, messages, headId };
  }
  /** The versions that the last answer has made. */
  artifacts: readonly ArtifactContent[] = [];
  async saveAnswer(_: string, reply: Message, __: boolean, artifacts: readonly ArtifactContent[] = []) {
    this.artifacts = artifacts;
    this.log.push(`saveAnswer ${reply.data.end?.end ?? "…"}`);
    this.#put([reply], this.conversation.headId);
  }
  async finishTurn() {
    this.log.push("finishTurn");
  }
  async nameUnanswered() {
    this.log.push("nameUnanswered");
  }
  async showVersion(_: string, headId: string) {
    this.conversation = { ...this.conversation, headId };
  }
  async reload() {
    this.log.push("reload");
    return this.conversation;
  }
  get head(): Message | undefined {
    return this.conversation.messages.find(({ id }) => id === this.conversation.headId);
  }
}

/** A response whose events are sent by the test. */
class OpenStream {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #lastId: number;
  readonly response: Response;

  constructor(lastId = 0, signal?: AbortSignal | null) {
    this.#lastId = lastId;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    this.response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  #write(text: string) {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }
  send(event: unknown) {
    this.#lastId += 1;
    this.#write(`id: ${this.#lastId}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  say(text: string) {
    this.send({ s: "m1", d: text });
  }
  end(end: object = { end: "done" }) {
    this.send({ s: "meta", ...end });
    this.#write("data: [DONE]\n\n");
    this.#controller?.close();
  }
  breakOff() {
    this.#controller?.error(new TypeError("network error"));
  }
}

interface SentRequest {
  address: string;
  method: string;
  body: Record<string, unknown> | null;
  headers: Headers;
}

let sentRequests: SentRequest[];
let respond: (request: SentRequest, signal: AbortSignal | null) => Response | Promise<Response>;
let errorTexts: string[];
/** The results of the session calls, in order. The last one repeats. */
let tokens: string[];
let turns: MemoryTurns;
/** The tags that the conversation gets from its assistant. */
let assistantTags: string[];
/** What names the assistant of the conversation in its answers. */
let assistantState: AssistantState | null;
let runs: ChatRuns;
let flushes: (() => void)[];

function setUp(
  changes: Partial<Conversation> = {},
  endpoint = "/chat",
  applyPrefixPrompts = async (text: string, _tags: readonly string[]): Promise<string> => text,
) {
  assistantChoices.setState({}, true);
  assistantTags = [];
  assistantState = null;
  turns = new MemoryTurns(createConversation(changes));
  errorTexts = [];
  tokens = ["token"];
  flushes = [];
  runs = createChatRuns(
    () => ({
      endpoint,
      turns,
      getAccessToken: async (refused) => {
        if (tokens[0] === refused && tokens.length > 1) tokens.shift();
        return tokens[0] ?? "";
      },
      onUnauthenticated: () => errorTexts.push("(signed out)"),
      showError: (_, text) => errorTexts.push(text),
      closeErrors: () => errorTexts.splice(0),
      showRejection: (_, text) => errorTexts.push(text),
      showLastingError: (text) => errorTexts.push(text),
      applyPrefixPrompts,
      hasOutputTransformers: async (tags) => tags.includes("loud"),
      getNewTags: ({ tags }) => assistantTags.filter((tag) => !tags.includes(tag)),
      getAssistantState: () => assistantState,
      canMakeArtifacts: () => false,
      usesMemory: () => false,
      focusesMessages: () => false,
      usesSummaries: () => false,
      skipsSearch: () => false,
      getCodeInterpreterUse: () => "absent",
      prepareCodeInterpreter: async () => {},
      addTags: async (_, tags) => turns.addTags(tags),
      onAssistantRefused: () => {},
      applyOutputTransformers: async (answer, tags) => (tags.includes("loud") ? shout(answer) : null),
      streamGate: { enter: async () => ({ signal: new AbortController().signal, release: () => {} }) },
      locks: undefined,
    }),
    createRunStore((flush) => flushes.push(flush)),
  );
}

/** The output transformer of conversations with the tag "loud"; it changes an answer each time it is applied. */
function shout(answer: Message): Message {
  if (answer.content.endsWith("unchanged")) return answer;
  return { ...answer, content: `${answer.content}!`, data: { ...answer.data, untransformed: answer.content } };
}

/** Resolves when no answer is streaming in any conversation. */
const waitUntilRunsEnd = () => vi.waitFor(() => expect(runs.store.getState().runs).toEqual({}));
const listChatRequests = () =>
  sentRequests.filter(({ method, body }) => method === "POST" && body?.killSwitch === undefined);

beforeEach(() => {
  sentRequests = [];
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const request = {
      address,
      method: init.method ?? "GET",
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      headers: new Headers(init.headers),
    };
    sentRequests.push(request);
    return respond(request, init.signal ?? null);
  });
  setUp();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("sending an edited message", () => {
  const documents = [{ id: "s3://u/d/a.json", key: "u/d/a.json", name: "a.pdf", type: "application/pdf" }];
  const firstQuestion: Message = { id: "u1", parentId: null, role: "user", content: "One", data: {} };
  const answer: Message = { id: "a1", parentId: "u1", role: "assistant", content: "Two", data: {} };
  const lastQuestion: Message = {
    id: "u2",
    parentId: "a1",
    role: "user",
    content: "Three",
    data: { dataSources: documents },
  };
  const lastAnswer: Message = { id: "a2", parentId: "u2", role: "assistant", content: "Four", data: {} };
  const messages = [firstQuestion, answer, lastQuestion, lastAnswer];

  test("[C4.15] creates a new version beside the old one, sends its documents again, and does not send what followed the old one", async () => {
    setUp({ messages, headId: "a2" });
    const stream = new OpenStream();
    respond = () => stream.response;
    expect(await runs.sendInPlaceOf(turns.conversation, model, lastQuestion, "Three, or four?")).toBe("accepted");
    expect(listChatRequests()[0]?.body?.messages).toMatchObject([
      { content: "One" },
      { content: "Two" },
      { content: "Three, or four?", data: { dataSources: documents } },
    ]);
    const userMessage = turns.conversation.messages.find(({ content }) => content === "Three, or four?");
    expect(userMessage).toMatchObject({ parentId: "a1", data: { dataSources: documents } });
    expect(turns.head?.parentId).toBe(userMessage?.id);
    expect(turns.conversation.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(["u2", "a2"]));
    stream.end();
    await waitUntilRunsEnd();
  });

  test.each([
    ["with what it was filled with", { content: "Sum up:\n\nThe river\n\nIn French.", label: "The river" }, "The lake"],
    ["with all of it", { content: "Sum up:\n\nThe river\n\nIn French." }, "Sum up:\n\nThe lake\n\nIn French."],
  ])("that a prefix prompt started keeps the prompt around it, once: %s", async (_, changes, text) => {
    const firstMessage: Message = {
      ...firstQuestion,
      ...changes,
      type: "prefix_prompt",
      data: { templateData: { id: "p" } },
    };
    setUp(
      { tags: ["french"], messages: [firstMessage, answer], headId: "a1" },
      "/chat",
      async (text) => `Sum up:\n\n${text}`,
    );
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.sendInPlaceOf(turns.conversation, model, firstMessage, text);
    expect(listChatRequests()[0]?.body?.messages).toMatchObject([{ content: "Sum up:\n\nThe lake\n\nIn French." }]);
    stream.end();
    await waitUntilRunsEnd();
  });

  test("that had a prefix gets the current prefix", async () => {
    const prefixedMessage: Message = { ...firstQuestion, content: "Old prefix. One", label: "One" };
    setUp(
      { tags: ["new"], messages: [prefixedMessage, answer], headId: "a1" },
      "/chat",
      async (text) => `New prefix. ${text}`,
    );
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.sendInPlaceOf(turns.conversation, model, prefixedMessage, "Uno");
    expect(listChatRequests()[0]?.body?.messages).toMatchObject([{ content: "New prefix. Uno" }]);
    const userMessage = turns.conversation.messages.find(({ label }) => label === "Uno");
    expect(userMessage).toMatchObject({ parentId: null, content: "New prefix. Uno" });
    stream.end();
    await waitUntilRunsEnd();
  });

  test("in a cloud conversation has the parent of the old one", async () => {
    setUp({ isLocal: false, messages, headId: "a2" });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.sendInPlaceOf(turns.conversation, model, lastQuestion, "Other");
    const { body } = listChatRequests()[0] ?? {};
    expect(body?.messages).toHaveLength(1);
    expect(body?.options).toMatchObject({ storage: "cloud", parentId: "a1" });
    stream.end();
    await waitUntilRunsEnd();
  });

  test("sends the system prompt, too, if it is the first message of a cloud conversation", async () => {
    setUp({ isLocal: false, prompt: "Be brief.", messages: [firstQuestion, answer], headId: "a1" });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.sendInPlaceOf(turns.conversation, model, firstQuestion, "Uno");
    expect(listChatRequests()[0]?.body?.messages).toMatchObject([{ role: "system" }, { role: "user", content: "Uno" }]);
    expect(listChatRequests()[0]?.body?.options).toMatchObject({ parentId: null });
    stream.end();
    await waitUntilRunsEnd();
  });

  test("that does not reach the server leaves the conversation unchanged, with the old version shown", async () => {
    setUp({ messages, headId: "a2" });
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await runs.sendInPlaceOf(turns.conversation, model, lastQuestion, "Other")).toBe("returned");
    await waitUntilRunsEnd();
    expect(turns.conversation.messages.map(({ id }) => id)).toEqual(["u1", "a1", "u2", "a2"]);
    expect(turns.head?.id).toBe("a2");
  });

  test("continues from the shown branch after another version was chosen", async () => {
    const otherQuestion: Message = { ...lastQuestion, id: "u2b", content: "Drei" };
    const otherAnswer: Message = { ...lastAnswer, id: "a2b", parentId: "u2b", content: "Vier" };
    setUp({ messages: [...messages, otherQuestion, otherAnswer], headId: "a2b" });
    await runs.showVersion("c1", "a2");
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Five" });
    const sentTexts = (listChatRequests()[0]?.body?.messages as { content: string }[] | undefined)?.map(
      ({ content }) => content,
    );
    expect(sentTexts).toEqual(["One", "Two", "Three", "Four", "Five"]);
    stream.end();
    await waitUntilRunsEnd();
  });
});

describe("sending", () => {
  test("[C4.12] [A4.23] an empty answer is saved before the chat is posted, is filled as text arrives, and is saved with its end", async () => {
    const stream = new OpenStream();
    respond = () => {
      turns.log.push("POST");
      return stream.response;
    };
    const outcome = runs.startTurn(turns.conversation, model, { text: "Hello" });
    expect(await outcome).toBe("accepted");
    expect(turns.log).toEqual(["beginTurn", "POST"]);
    expect(turns.head).toMatchObject({ role: "assistant", content: "", data: { modelName: "Model One" } });

    const waitUntilShown = (content: string) =>
      vi.waitFor(() => {
        for (const flush of flushes.splice(0)) flush();
        expect(runs.store.getState().runs.c1?.answer.content).toBe(content);
      });
    await waitUntilShown("");
    stream.say("Good ");
    await waitUntilShown("Good ");
    stream.say("day");
    await waitUntilShown("Good day");
    stream.end();
    await waitUntilRunsEnd();
    expect(turns.log).toEqual(["beginTurn", "POST", "saveAnswer done", "finishTurn"]);
    expect(turns.head).toMatchObject({ content: "Good day", data: { end: { end: "done" } } });
    const [user, reply] = turns.conversation.messages;
    expect(user).toMatchObject({ role: "user", content: "Hello", parentId: null });
    expect(reply?.parentId).toBe(user?.id);
  });

  describe.each([
    ["a local", { isLocal: true }],
    ["a cloud", { isLocal: false }],
  ])("in %s conversation", (_, storage) => {
    beforeEach(() => setUp(storage));

    test("[C4.11] loading starts with sending and ends when the response starts; streaming ends when the response ends", async () => {
      const stream = new OpenStream();
      const deferredResponse = Promise.withResolvers<Response>();
      respond = () => deferredResponse.promise;
      const outcome = runs.startTurn(turns.conversation, model, { text: "Hello" });
      expect(runs.store.getState().runs.c1?.phase).toBe("sending");
      deferredResponse.resolve(stream.response);
      await outcome;
      expect(runs.store.getState().runs.c1?.phase).toBe("streaming");
      stream.end();
      await waitUntilRunsEnd();
    });

    test.each([
      ["the server refuses the request", async () => Response.json({ message: "No." }, { status: 500 })],
      ["the server cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
      [
        "the model fails",
        async () => {
          const stream = new OpenStream();
          stream.end({ end: "failed", message: "The provider went away." });
          return stream.response;
        },
      ],
    ])("[C4.11] loading and streaming end if %s", async (_, answerRequest) => {
      respond = answerRequest;
      await runs.startTurn(turns.conversation, model, { text: "Hello" });
      await waitUntilRunsEnd();
      expect(runs.isBusy("c1")).toBe(false);
    });
  });

  test("[C3.20] [C6.01] a local conversation posts its system prompt and its whole branch, with the access token", async () => {
    const firstQuestion: Message = { id: "u1", parentId: null, role: "user", content: "One", data: {} };
    const answer: Message = { id: "a1", parentId: "u1", role: "assistant", content: "Two", data: {} };
    const otherAnswerVersion: Message = { ...answer, id: "a0", content: "Another version" };
    const startedAt = Date.now();
    const dateOptions = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: "Pacific/Auckland" };
    vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValueOnce(dateOptions);
    setUp({ prompt: "Be brief.", temperature: 0, messages: [firstQuestion, otherAnswerVersion, answer], headId: "a1" });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Three" });
    const { body, headers } = listChatRequests()[0] ?? {};
    expect(headers?.get("authorization")).toBe("Bearer token");
    expect(body).toMatchObject({ model: "m1", temperature: 0, max_tokens: 300, stream: true });
    expect(body?.messages).toMatchObject([
      { role: "system", content: "Be brief." },
      { id: "u1", role: "user", content: "One" },
      { id: "a1", role: "assistant", content: "Two" },
      { role: "user", content: "Three" },
    ]);
    expect(body?.options).toMatchObject({ conversationId: "c1", storage: "local", timeZone: "Pacific/Auckland" });
    const { time } = ChatRequest.parse(body).options ?? {};
    expect(Date.parse(time ?? "")).toBeGreaterThanOrEqual(startedAt);
    expect(body?.options).not.toHaveProperty("parentId");
    stream.end();
    await waitUntilRunsEnd();
  });

  test("[C9.04a] a conversation posts the temperature 1 and half the model's output limit unless the person has set others", async () => {
    const expectPosted = async (settings: Partial<Conversation>, expected: object) => {
      setUp(settings);
      const stream = new OpenStream();
      respond = () => stream.response;
      await runs.startTurn(turns.conversation, model, { text: "One" });
      expect(listChatRequests().at(-1)?.body).toMatchObject(expected);
      stream.end();
      await waitUntilRunsEnd();
    };
    for (const isLocal of [true, false]) {
      const { temperature, maxTokens } = newConversation({ isLocal, modelId: null, temperature: null }, new Date());
      await expectPosted({ isLocal, temperature, maxTokens }, { temperature: 1, max_tokens: 300 });
      await expectPosted({ isLocal, temperature: 0.2, maxTokens: 50 }, { temperature: 0.2, max_tokens: 50 });
    }
  });

  test("[C9.06] a cloud conversation posts only the new message and its parent; without a temperature, 1", async () => {
    const firstQuestion: Message = { id: "u1", parentId: null, role: "user", content: "One", data: {} };
    const answer: Message = { id: "a1", parentId: "u1", role: "assistant", content: "Two", data: {} };
    const settings = { prompt: "Be brief.", temperature: null };
    setUp({ isLocal: false, ...settings, messages: [firstQuestion, answer], headId: "a1" });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Three" });
    const { body } = listChatRequests()[0] ?? {};
    expect(body?.temperature).toBe(1);
    expect(body?.messages).toMatchObject([{ role: "user", content: "Three" }]);
    expect(body?.messages).toHaveLength(1);
    expect(body?.options).toMatchObject({ storage: "cloud", parentId: "a1", replyId: turns.conversation.headId });
    stream.end();
    await waitUntilRunsEnd();
  });

  test("[C3.05] state and sticky statuses are stored with the answer, other statuses are not", async () => {
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    const status = { summary: "s", message: "m", type: "info" };
    stream.send({ s: "meta", st: { ...status, id: "1", inProgress: true } });
    stream.send({ s: "meta", st: { ...status, id: "2", inProgress: false, sticky: true } });
    stream.send({ s: "meta", state: { references: [1] } });
    stream.end();
    await waitUntilRunsEnd();
    expect(turns.head?.data.statuses?.map(({ id }) => id)).toEqual(["2"]);
    expect(turns.head?.data.state).toEqual({ references: [1] });
  });

  test("listeners are called once a frame for many events", async () => {
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    const notifiedContents: string[] = [];
    runs.store.subscribe(({ runs }) => notifiedContents.push(runs.c1?.answer.content ?? ""));
    for (const word of ["a", "b", "c"]) stream.say(word);
    await vi.waitFor(() => expect(runs.store.getAnswer("c1").content).toBe("abc"));
    expect(notifiedContents).toEqual([]);
    expect(flushes).toHaveLength(1);
    flushes[0]?.();
    expect(notifiedContents).toEqual(["abc"]);
    stream.end();
    await waitUntilRunsEnd();
  });

  test("the next message can be sent while the title of the conversation is being generated", async () => {
    const deferredTitle = Promise.withResolvers<void>();
    turns.finishTurn = () => deferredTitle.promise;
    const firstStream = new OpenStream();
    respond = () => firstStream.response;
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    firstStream.end();
    await waitUntilRunsEnd();
    const secondStream = new OpenStream();
    respond = () => secondStream.response;
    await vi.waitFor(async () =>
      expect(await runs.startTurn(turns.conversation, model, { text: "Again" })).toBe("accepted"),
    );
    deferredTitle.resolve();
    secondStream.end();
    await waitUntilRunsEnd();
  });

  test.each([true, false])(
    "documents are stored in their message and sent with it, also when it is answered again (local: %s)",
    async (isLocal) => {
      const dataSource = { id: "s3://u/d/a.json", key: "u/d/a.json", name: "a.pdf", type: "application/pdf" };
      setUp({ isLocal });
      const stream = new OpenStream();
      respond = () => stream.response;
      await runs.startTurn(turns.conversation, model, { text: "What is this?", dataSources: [dataSource] });
      expect(turns.conversation.messages[0]?.data).toEqual({ dataSources: [dataSource] });
      expect(listChatRequests()[0]?.body?.messages).toMatchObject([
        { content: "What is this?", data: { dataSources: [dataSource] } },
      ]);
      stream.end();
      await waitUntilRunsEnd();
      const repeatedStream = new OpenStream();
      respond = () => repeatedStream.response;
      const reply = turns.head;
      if (!reply) throw new Error("there is no answer");
      await vi.waitFor(async () => expect(await runs.answerAgain(turns.conversation, model, reply)).toBe("accepted"));
      expect(listChatRequests()[1]?.body?.messages).toMatchObject([
        { content: "What is this?", data: { dataSources: [dataSource] } },
      ]);
      repeatedStream.end();
      await waitUntilRunsEnd();
    },
  );

  test("a second message is not sent while an answer is being written", async () => {
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    expect(await runs.startTurn(turns.conversation, model, { text: "Again" })).toBe("returned");
    expect(listChatRequests()).toHaveLength(1);
    stream.end();
    await waitUntilRunsEnd();
  });
});

describe("a message with more than the typed text", () => {
  const draftFields = { label: "Short", type: "prompt" as const, templateData: { id: "p", values: { a: "b" } } };
  const structuredText = 'json!({schema: {type: "object"}}) List';

  test("[C3.04] is sent to the cloud with its label, its type and its template", async () => {
    setUp({ isLocal: false });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { ...draftFields, text: "Long text" });
    expect(listChatRequests()[0]?.body?.messages).toEqual([
      {
        id: expect.any(String),
        role: "user",
        content: "Long text",
        label: "Short",
        type: "prompt",
        data: { templateData: draftFields.templateData },
      },
    ]);
    stream.end();
    await waitUntilRunsEnd();
  });

  test("is sent to the cloud as the result of an operation, if it is one", async () => {
    setUp({ isLocal: false });
    const stream = new OpenStream();
    respond = () => stream.response;
    const result = { text: "{}", label: "Enrol", actionResult: true, skipsPrefixPrompts: true };
    await runs.startTurn(turns.conversation, model, result);
    expect(listChatRequests()[0]?.body?.messages).toMatchObject([
      { content: "{}", label: "Enrol", data: { actionResult: true } },
    ]);
    stream.end();
    await waitUntilRunsEnd();
  });

  test("[C3.04] stores these in a local conversation, and keeps them after an edit", async () => {
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { ...draftFields, text: "Long text" });
    expect(listChatRequests()[0]?.body?.messages).toEqual([
      { id: expect.any(String), role: "user", content: "Long text" },
    ]);
    const userMessage = turns.conversation.messages.find(({ role }) => role === "user");
    expect(userMessage).toMatchObject({
      label: "Short",
      type: "prompt",
      data: { templateData: draftFields.templateData },
    });
    stream.end();
    await waitUntilRunsEnd();
    const repeatedStream = new OpenStream();
    respond = () => repeatedStream.response;
    if (userMessage) await runs.sendInPlaceOf(turns.conversation, model, userMessage, "Longer text");
    const editedMessage = turns.conversation.messages.find(({ content }) => content === "Longer text");
    expect(editedMessage).toMatchObject({ type: "prompt", data: { templateData: draftFields.templateData } });
    repeatedStream.end();
    await waitUntilRunsEnd();
  });

  test.each([true, false])("[C5.10] requests its form in addition to the instructions, local: %s", async (isLocal) => {
    setUp({ isLocal, prompt: "Be kind." });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: structuredText });
    const { body } = listChatRequests()[0] ?? {};
    expect(body?.options).toMatchObject({
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", schema: { type: "object" }, strict: false },
      },
    });
    expect(body?.messages).toMatchObject([
      { role: "system", content: "Be kind.\n\nAnswer with JSON and nothing else." },
      { role: "user", content: "List" },
    ]);
    stream.end();
    await waitUntilRunsEnd();
  });

  test("[C5.10] whose structured mode cannot be parsed is not sent, and an error says why", async () => {
    expect(await runs.startTurn(turns.conversation, model, { text: "json!({}) List" })).toBe("returned");
    expect(errorTexts).toEqual([expect.stringContaining("needs a JSON schema")]);
    expect(listChatRequests()).toEqual([]);
    expect(turns.conversation.messages).toEqual([]);
  });

  test("that cannot be composed, because a part of the page cannot be loaded, is returned and not sent", async () => {
    const failures = [new TypeError("Failed to fetch dynamically imported module: /x.js"), new RangeError("Too long.")];
    for (const failure of failures) {
      setUp({ tags: ["lab"] }, "/chat", () => Promise.reject(failure));
      expect(await runs.startTurn(turns.conversation, model, { text: "List" })).toBe("returned");
      expect(errorTexts).toEqual([
        expect.stringMatching(/^(The message wasn’t sent.*|Too long\..* The message wasn’t sent\.)/),
      ]);
      expect(errorTexts.join()).not.toContain("x.js");
      expect(listChatRequests()).toEqual([]);
      expect(turns.conversation.messages).toEqual([]);
    }
  });

  test("blocks another message while it is being composed", async () => {
    const stream = new OpenStream();
    respond = () => stream.response;
    const firstOutcome = runs.startTurn(turns.conversation, model, { text: structuredText });
    expect(await runs.startTurn(turns.conversation, model, { text: "Second" })).toBe("returned");
    expect(await firstOutcome).toBe("accepted");
    stream.end();
    await waitUntilRunsEnd();
  });
});

describe("failures", () => {
  test("a status other than 200 becomes the failed answer with the server's reason, which is also the notice elsewhere", async () => {
    const failure = { success: false, message: "The limit is reached.", code: "rateLimited", requestId: "r" };
    respond = () => Response.json(failure, { status: 502, statusText: "Bad Gateway" });
    expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("stored");
    await waitUntilRunsEnd();
    expect(errorTexts).toEqual(["The limit is reached."]);
    expect(turns.head).toMatchObject({
      content: "",
      data: { end: { end: "failed", message: "The limit is reached.", code: "rateLimited" } },
    });
  });

  test("the notice of a failure closes when the person sends again", async () => {
    respond = () => Response.json({ message: "Down." }, { status: 502, statusText: "Bad Gateway" });
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    await waitUntilRunsEnd();
    expect(errorTexts).toEqual(["Down."]);
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Hello again" });
    expect(errorTexts).toEqual([]);
    stream.end();
    await waitUntilRunsEnd();
  });

  test("the time to retry after a refusal is stored with the answer", async () => {
    vi.setSystemTime(now);
    respond = () => Response.json({ message: "Busy." }, { status: 429, headers: { "retry-after": "90" } });
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    await waitUntilRunsEnd();
    expect(turns.head?.data.end).toMatchObject({ message: "Busy.", retryAt: "2026-11-21T10:01:30.000Z" });
  });

  test.each([true, false])(
    "a token that the server rejects is renewed, and the message is sent again (local: %s)",
    async (isLocal) => {
      setUp({ isLocal });
      tokens = ["old", "new"];
      const stream = new OpenStream();
      respond = ({ headers }) =>
        headers.get("authorization") === "Bearer new" ? stream.response : Response.json({}, { status: 401 });
      expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("accepted");
      expect(listChatRequests().map(({ body }) => body?.options)).toEqual([
        listChatRequests()[0]?.body?.options,
        listChatRequests()[0]?.body?.options,
      ]);
      stream.say("Here");
      stream.end();
      await waitUntilRunsEnd();
      expect(turns.head?.content).toBe("Here");
      expect(errorTexts).toEqual([]);
    },
  );

  test("a message that was refused without a sign-in has a text that is still true later", async () => {
    respond = () =>
      Response.json(
        { message: "Please sign in.", code: "unauthenticated" },
        { status: 401, statusText: "Unauthorized" },
      );
    expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("stored");
    await waitUntilRunsEnd();
    expect(errorTexts).toEqual(["(signed out)", "You were signed out before this message was answered."]);
    expect(turns.head?.data.end?.message).toBe("You were signed out before this message was answered.");
  });

  test.each([true, false])(
    "a message that reached the server is followed even if the response was lost, and not withdrawn (local: %s)",
    async (isLocal) => {
      setUp({ isLocal });
      const stream = new OpenStream();
      respond = ({ method }) =>
        method === "POST" ? Promise.reject(new TypeError("Failed to fetch")) : stream.response;
      expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("accepted");
      stream.say("Here");
      stream.end();
      await waitUntilRunsEnd();
      expect(turns.head).toMatchObject({ content: "Here", data: { end: { end: "done" } } });
      expect(errorTexts).toEqual([]);
    },
  );

  test("a call that fails shows the alert, withdraws the turn and returns the text", async () => {
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("returned");
    await waitUntilRunsEnd();
    expect(errorTexts).toEqual(["The chat service is currently unavailable. Please try again in a minute."]);
    expect(turns.conversation.messages).toEqual([]);
    expect(turns.conversation.headId).toBeNull();
  });

  test("a message that cannot be sent because the browser is offline says so, and the text is returned", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const text = "The message wasn’t sent. Send it again when you’re back online.";
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("returned");
    await waitUntilRunsEnd();
    vi.spyOn(turns, "beginTurn").mockRejectedValueOnce(new NetworkError("POST - /x", new TypeError()));
    expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("returned");
    await waitUntilRunsEnd();
    setUp({ tags: ["t"] }, "/chat", () => Promise.reject(new TypeError("Failed to fetch a module")));
    const texts = errorTexts;
    expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("returned");
    expect(texts).toEqual([text]);
    expect(turns.conversation.messages).toEqual([]);
  });

  test.each([
    [
      new CallError("Network Error calling POST."),
      "The chat service is currently unavailable. Please try again in a minute.",
    ],
    [
      new CallError("Error calling POST: Internal Server Error.", { status: 500 }),
      "The message wasn’t sent because the chat couldn’t be loaded from the cloud.",
    ],
    [
      new DOMException("full", "QuotaExceededError"),
      "The message wasn’t sent because it couldn’t be saved in this browser. The browser’s storage may be full.",
    ],
    [new OutdatedPageError("Reload this page to go on."), "Reload this page to go on."],
  ])("a turn that cannot start is not sent, and the notice says why: %s", async (error, text) => {
    vi.spyOn(turns, "beginTurn").mockRejectedValue(error);
    expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("returned");
    expect(errorTexts).toEqual([text]);
    expect(sentRequests).toEqual([]);
    await waitUntilRunsEnd();
  });

  test("a conversation that was moved to the cloud before the turn started is answered as a cloud conversation", async () => {
    const shownConversation = turns.conversation;
    turns.conversation = { ...shownConversation, isLocal: false, revision: 3 };
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(shownConversation, model, { text: "Hello" });
    expect(listChatRequests()[0]?.body?.options).toMatchObject({ storage: "cloud", replyId: turns.head?.id });
    stream.end();
    await waitUntilRunsEnd();
  });

  test("[C7.46] without an endpoint an error asks for it to be set, and nothing is sent", async () => {
    setUp({}, "");
    expect(await runs.startTurn(turns.conversation, model, { text: "Hello" })).toBe("returned");
    expect(errorTexts).toEqual([
      "The chat endpoint isn’t configured. Please ask your administrator to set the endpoint setting (CHAT_ENDPOINT).",
    ]);
    expect(sentRequests).toEqual([]);
    expect(turns.log).toEqual([]);
  });

  test.each([
    ["is refused", async () => new Response(null, { status: 404 })],
    ["is answered by a page", async () => new Response("<p>Hi", { headers: { "content-type": "text/html" } })],
    ["cannot be sent", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("[C7.46] the endpoint's path is not shown if the request %s", async (_, answerRequest) => {
    setUp({}, "/answers/of-this-institution");
    respond = answerRequest;
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    await waitUntilRunsEnd();
    expect(sentRequests[0]?.address).toBe("/answers/of-this-institution");
    const shownTexts = JSON.stringify([errorTexts, turns.head]);
    expect(shownTexts.length).toBeGreaterThan(20);
    expect(shownTexts).not.toContain("of-this-institution");
  });

  test("a failure in the middle keeps the text that had arrived", async () => {
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    stream.say("Half");
    stream.end({ end: "failed", message: "The provider went away.", code: "providerFailed" });
    await waitUntilRunsEnd();
    expect(turns.head).toMatchObject({ content: "Half", data: { end: { end: "failed", code: "providerFailed" } } });
    expect(errorTexts).toEqual([]);
  });

  test.each([true, false])(
    "a message that is refused because of a document is returned with its documents (local: %s)",
    async (isLocal) => {
      setUp({ isLocal });
      const message = "The document “a.pdf” doesn’t exist, or you don’t have access to it. Please remove it.";
      respond = () =>
        Response.json({ success: false, message, code: "notFound" }, { status: 404, statusText: "Not Found" });
      const dataSources = [{ id: "s3://u/d/a.json", name: "a.pdf" }];
      expect(await runs.startTurn(turns.conversation, model, { text: "One", dataSources })).toBe("returned");
      await vi.waitFor(() => expect(turns.conversation.messages).toEqual([]));
      expect(errorTexts).toEqual(["Your message wasn’t sent"]);
      await waitUntilRunsEnd();

      // Without documents there is nothing to remove.
      expect(await runs.startTurn(turns.conversation, model, { text: "Two" })).toBe(isLocal ? "stored" : "unsent");
    },
  );

  test.each([true, false])(
    "a message that is refused because of its assistant is returned, and is then sent without it (local: %s)",
    async (isLocal) => {
      setUp({ isLocal });
      chooseAssistant(turns.conversation, "astp/1");
      respond = () => Response.json({ success: false, code: "notFound" }, { status: 404, statusText: "Not Found" });
      expect(await runs.startTurn(turns.conversation, model, { text: "One" })).toBe("returned");
      await vi.waitFor(() => expect(turns.conversation.messages).toEqual([]));
      expect(errorTexts).toEqual(["Your message wasn’t sent"]);
      await waitUntilRunsEnd();
      chooseAssistant(turns.conversation, null);
      await runs.startTurn(turns.conversation, model, { text: "One" });
      await waitUntilRunsEnd();
      const [refused, sent] = listChatRequests();
      expect(refused?.body?.options).toMatchObject({ assistantId: "astp/1", groupType: null });
      expect(sent?.body?.options).not.toHaveProperty("assistantId");
    },
  );

  test.each([true, false])(
    "an answer that fails before it begins names its assistant, also if it fails again (local: %s)",
    async (isLocal) => {
      setUp({ isLocal });
      assistantState = {
        currentAssistantId: "astp/1",
        currentAssistantVersionId: "ast/1",
        currentAssistantName: "Tutor",
      };
      respond = () => Response.json({}, { status: 500 });
      await runs.startTurn(turns.conversation, model, { text: "One" });
      await waitUntilRunsEnd();
      const failed = turns.head;
      expect(failed?.data).toMatchObject({ end: { end: "failed" }, state: assistantState });
      if (failed) await runs.answerAgain(turns.conversation, model, failed);
      await waitUntilRunsEnd();
      expect(turns.head?.id).not.toBe(failed?.id);
      expect(turns.head?.data).toMatchObject({ end: { end: "failed" }, state: assistantState });
      expect(listChatRequests()[1]?.body?.options).toMatchObject({ assistantId: "astp/1" });
    },
  );

  test("the tags of an assistant are given to the conversation once, before its first message is composed", async () => {
    setUp({}, "/chat", async (text, tags) => `${tags.join("+")}: ${text}`);
    assistantTags = ["course"];
    chooseAssistant(turns.conversation, "astp/1");
    for (const text of ["One", "Two"]) {
      const stream = new OpenStream();
      respond = () => stream.response;
      await runs.startTurn(turns.conversation, model, { text });
      stream.say("Yes.");
      stream.end();
      await waitUntilRunsEnd();
    }
    expect(turns.conversation.tags).toEqual(["course"]);
    expect(turns.log.filter((entry) => entry === "addTags")).toHaveLength(1);
    expect(listChatRequests()[0]?.body?.messages).toMatchObject([{ content: "course: One" }]);
  });

  test("[C8.18] if an assistant cannot be reached, the notice is about the assistant", async () => {
    chooseAssistant(turns.conversation, "astp/1");
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await runs.startTurn(turns.conversation, model, { text: "One" })).toBe("returned");
    expect(errorTexts).toEqual([
      "The assistant you sent the message to is currently unavailable. Please try again in a minute.",
    ]);
    await waitUntilRunsEnd();
  });

  test("a message of a cloud conversation that the server refused is sent with the next message", async () => {
    setUp({ isLocal: false });
    respond = () => Response.json({}, { status: 503 });
    expect(await runs.startTurn(turns.conversation, model, { text: "One" })).toBe("unsent");
    await waitUntilRunsEnd();
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Two" });
    const { body } = listChatRequests()[1] ?? {};
    expect(body?.messages).toMatchObject([{ content: "One" }, { content: "Two" }]);
    expect(body?.options).toMatchObject({ parentId: null });
    stream.end();
    await waitUntilRunsEnd();
  });

  test("trying again replaces an answer that failed without text", async () => {
    respond = () => Response.json({}, { status: 500 });
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    await waitUntilRunsEnd();
    const failedAnswer = turns.head;
    const stream = new OpenStream();
    respond = () => stream.response;
    if (failedAnswer) await runs.answerAgain(turns.conversation, model, failedAnswer);
    stream.say("Here");
    stream.end();
    await waitUntilRunsEnd();
    expect(turns.conversation.messages.map(({ content }) => content)).toEqual(["Hello", "Here"]);
  });

  test("trying again after the conversation has continued asks at its end and hides nothing", async () => {
    respond = () => Response.json({}, { status: 500 });
    await runs.startTurn(turns.conversation, model, { text: "One" });
    await waitUntilRunsEnd();
    const failedAnswer = turns.head;
    for (const [question, answer] of [
      ["Two", "Second"],
      ["One", "First"],
    ] as const) {
      const stream = new OpenStream();
      respond = () => stream.response;
      if (question === "Two") await runs.startTurn(turns.conversation, model, { text: question });
      else if (failedAnswer) await runs.answerAgain(turns.conversation, model, failedAnswer);
      stream.say(answer);
      stream.end();
      await waitUntilRunsEnd();
    }
    const branch = getBranch(turns.conversation.messages, turns.conversation.headId);
    expect(branch.map(({ content }) => content)).toEqual(["One", "Two", "Second", "One", "First"]);
    expect(turns.conversation.messages).toHaveLength(5);
  });

  test("another answer is a version of the first, with the same parent", async () => {
    const user: Message = { id: "u1", parentId: null, role: "user", content: "Hi", data: {} };
    const reply: Message = { id: "a1", parentId: "u1", role: "assistant", content: "One", data: {} };
    setUp({ messages: [user, reply], headId: "a1" });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.answerAgain(turns.conversation, model, reply);
    stream.say("Two");
    stream.end();
    await waitUntilRunsEnd();
    expect(listChatRequests()[0]?.body?.messages).toMatchObject([{ id: "u1" }]);
    expect(turns.conversation.messages.map(({ content, parentId }) => [content, parentId])).toEqual([
      ["Hi", null],
      ["One", "u1"],
      ["Two", "u1"],
    ]);
    expect(turns.head?.content).toBe("Two");
  });
});

describe("a stream that breaks", () => {
  test.each([true, false])(
    "[C8.22] continues after the last event received, without loss (local: %s)",
    async (isLocal) => {
      setUp({ isLocal });
      const firstStream = new OpenStream();
      const secondStream = new OpenStream(2);
      respond = ({ method }) => (method === "POST" ? firstStream : secondStream).response;
      await runs.startTurn(turns.conversation, model, { text: "Hello" });
      firstStream.say("One, ");
      firstStream.say("two, ");
      await vi.waitFor(() => expect(runs.store.getAnswer("c1").content).toBe("One, two, "));
      firstStream.breakOff();
      await vi.waitFor(() => expect(sentRequests).toHaveLength(2));
      expect(sentRequests[1]?.headers.get("last-event-id")).toBe("2");
      expect(sentRequests[1]?.address).toBe(`/chat/${runs.store.getState().runs.c1?.requestId}`);
      secondStream.say("three");
      secondStream.end();
      await waitUntilRunsEnd();
      expect(turns.head).toMatchObject({ content: "One, two, three", data: { end: { end: "done" } } });
      expect(errorTexts).toEqual([]);
    },
  );

  test.each([true, false])(
    "[C8.22] is saved as interrupted, with the text received, if the server no longer has it (local: %s)",
    async (isLocal) => {
      setUp({ isLocal });
      const firstStream = new OpenStream();
      respond = ({ method }) => (method === "POST" ? firstStream.response : new Response(null, { status: 404 }));
      await runs.startTurn(turns.conversation, model, { text: "Hello" });
      firstStream.say("Half");
      await vi.waitFor(() => expect(runs.store.getAnswer("c1").content).toBe("Half"));
      firstStream.breakOff();
      await waitUntilRunsEnd();
      expect(turns.head).toMatchObject({ content: "Half", data: { end: { end: "stopped", code: "interrupted" } } });
      await vi.waitFor(() => expect(runs.isBusy("c1")).toBe(false)); // the next message can be sent
    },
  );
});

describe("resuming", () => {
  const user: Message = { id: "u1", parentId: null, role: "user", content: "Hi", data: {} };
  const reply: Message = {
    id: "a1",
    parentId: "u1",
    role: "assistant",
    content: "Ha",
    data: { run: { requestId: "r1" } },
  };

  test("an answer without an end is read again from its start", async () => {
    setUp({ messages: [user, reply], headId: "a1" });
    const stream = new OpenStream();
    respond = () => stream.response;
    runs.resume(turns.conversation);
    runs.resume(turns.conversation);
    expect(runs.store.getAnswer("c1").content).toBe("Ha");
    stream.say("Hello");
    stream.end();
    await waitUntilRunsEnd();
    expect(sentRequests).toHaveLength(1);
    expect(sentRequests[0]).toMatchObject({ address: "/chat/r1", method: "GET" });
    expect(turns.head).toMatchObject({ content: "Hello", data: { end: { end: "done" } } });
  });

  test("a local answer whose run is gone keeps its text and is marked as interrupted, once", async () => {
    setUp({ messages: [user, reply], headId: "a1" });
    respond = () => new Response(null, { status: 404 });
    runs.resume(turns.conversation);
    await waitUntilRunsEnd();
    expect(turns.head).toMatchObject({ content: "Ha", data: { end: { end: "stopped", code: "interrupted" } } });
    runs.resume(turns.conversation);
    expect(sentRequests).toHaveLength(1);
  });

  test("a cloud answer whose run has ended is read from the server", async () => {
    setUp({ isLocal: false, messages: [user, reply], headId: "a1" });
    respond = () => new Response(null, { status: 204 });
    runs.resume(turns.conversation);
    await waitUntilRunsEnd();
    expect(turns.log).toContain("reload");
    expect(turns.log).not.toContain("finishTurn");
  });

  test("an answer that has ended is not resumed", () => {
    const endedReply = { ...reply, data: { ...reply.data, end: { end: "done" as const } } };
    setUp({ messages: [user, endedReply], headId: "a1" });
    runs.resume(turns.conversation);
    expect(sentRequests).toEqual([]);
  });
});

const artifactVersion = {
  artifactId: "Chart-0000001",
  name: "Chart",
  description: "",
  type: "text",
  version: 1,
  createdAt: "",
};

describe("stopping", () => {
  test("[C7.49] sends the kill request, and the end of the run completes the answer", async () => {
    const stream = new OpenStream();
    respond = ({ body }) => (body?.killSwitch ? Response.json({ status: "OK" }) : stream.response);
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    stream.say("Some");
    const { requestId } = runs.store.getState().runs.c1 ?? {};
    runs.stop("c1");
    expect(runs.store.getState().runs.c1?.phase).toBe("stopping");
    await vi.waitFor(() => expect(sentRequests).toHaveLength(2));
    expect(sentRequests[1]?.body).toEqual({ killSwitch: { requestId, value: true } });
    stream.end({ end: "stopped" });
    await waitUntilRunsEnd();
    expect(turns.head).toMatchObject({ content: "Some", data: { end: { end: "stopped" } } });
  });

  test("[C6.01] is requested again with a new token if the server rejects the current one", async () => {
    const stream = new OpenStream();
    respond = ({ body, headers }) => {
      if (!body?.killSwitch) return stream.response;
      return Response.json({}, { status: headers.get("authorization") === "Bearer new" ? 200 : 401 });
    };
    tokens = ["old", "new"];
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    runs.stop("c1");
    const listKillRequests = () => sentRequests.filter(({ body }) => body?.killSwitch !== undefined);
    await vi.waitFor(() => expect(listKillRequests()).toHaveLength(2));
    expect(listKillRequests().map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
    stream.end({ end: "stopped" });
    await waitUntilRunsEnd();
  });

  test("sends a kill request, and without an end from the server the flags reset after 1000 ms, or 100 ms while an artifact is written, and what was received stays [C4.13] [C9.11a]", async () => {
    let stream: OpenStream | undefined;
    respond = ({ body }, signal) => {
      if (body?.killSwitch) return Promise.reject(new TypeError("Failed to fetch"));
      stream = new OpenStream(0, signal);
      return stream.response;
    };
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    stream?.say("Some");
    await vi.waitFor(() => expect(runs.store.getAnswer("c1").content).toBe("Some"));
    vi.useFakeTimers();
    runs.stop("c1");
    await vi.advanceTimersByTimeAsync(999);
    expect(runs.store.getState().runs.c1?.phase).toBe("stopping");
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await waitUntilRunsEnd();
    expect(turns.head).toMatchObject({ content: "Some", data: { end: { end: "stopped" } } });
    expect(sentRequests.at(-1)?.body?.killSwitch).toMatchObject({ value: true });

    await runs.startTurn(turns.conversation, model, { text: "Draw" });
    stream?.say("Here it is.");
    stream?.send({ s: "meta", artifact: { version: artifactVersion, status: "running" } });
    stream?.send({ s: "meta", a: "Half" });
    await vi.waitFor(() => expect(runs.store.getAnswer("c1").artifacts[0]?.contents).toBe("Half"));
    vi.useFakeTimers();
    runs.stop("c1");
    await vi.advanceTimersByTimeAsync(99);
    expect(runs.store.getState().runs.c1?.phase).toBe("stopping");
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await waitUntilRunsEnd();
    const data = { end: { end: "done" }, artifactStatus: "stopped", artifacts: [{ name: "Chart", version: 1 }] };
    expect(turns.head).toMatchObject({ content: "Here it is.", data });
    expect(turns.artifacts).toMatchObject([{ name: "Chart", contents: "Half" }]);
    expect(sentRequests.at(-1)?.body?.killSwitch).toMatchObject({ value: true });
  });
});

test("the progress of a local answer is saved on request, without an end", async () => {
  const stream = new OpenStream();
  respond = () => stream.response;
  await runs.startTurn(turns.conversation, model, { text: "Hello" });
  stream.say("So far");
  await vi.waitFor(() => expect(runs.store.getAnswer("c1").content).toBe("So far"));
  runs.saveProgress();
  await vi.waitFor(() => expect(turns.log).toContain("saveAnswer …"));
  expect(turns.head?.content).toBe("So far");
  runs.saveProgress();
  stream.end();
  await waitUntilRunsEnd();
  expect(turns.log.filter((entry) => entry === "saveAnswer …")).toHaveLength(1);
});

test("progress that is only reasoning is saved, too; nothing is saved before anything has arrived", async () => {
  const stream = new OpenStream();
  respond = () => stream.response;
  await runs.startTurn(turns.conversation, model, { text: "Hello" });
  runs.saveProgress();
  stream.send({ s: "meta", r: "Hm." });
  await vi.waitFor(() => expect(runs.store.getAnswer("c1").reasoning).toBe("Hm."));
  runs.saveProgress();
  await vi.waitFor(() => expect(turns.head?.data.reasoning).toBe("Hm."));
  expect(turns.log.filter((entry) => entry === "saveAnswer …")).toHaveLength(1);
  stream.end();
  await waitUntilRunsEnd();
});

describe("an answer to be processed by a browser", () => {
  const question: Message = { id: "u1", parentId: null, role: "user", content: "One", data: {} };
  const doneData = { needsProcessing: true, end: { end: "done" as const } };
  const answer: Message = { id: "a1", parentId: "u1", role: "assistant", content: "Two", data: doneData };

  test.each([
    { tags: ["loud"], text: "Hello", needsProcessing: true },
    { tags: [], text: "json({}) Hello", needsProcessing: true },
    { tags: ["quiet"], text: "Hello", needsProcessing: undefined },
  ])("is marked in the request to the server: $tags $text", async ({ tags, text, needsProcessing }) => {
    setUp({ isLocal: false, tags });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text });
    expect((listChatRequests()[0]?.body?.options as ChatRequestInput["options"])?.needsProcessing).toBe(
      needsProcessing,
    );
    expect(turns.head?.data.needsProcessing).toBe(needsProcessing);
    stream.end();
    await waitUntilRunsEnd();
  });

  test.each(["Hi", "unchanged"])("has no mark after it was processed at its end: %s", async (text) => {
    setUp({ tags: ["loud"] });
    const stream = new OpenStream();
    respond = () => stream.response;
    await runs.startTurn(turns.conversation, model, { text: "Hello" });
    stream.say(text);
    stream.end();
    await waitUntilRunsEnd();
    expect(turns.head?.content).toBe(text === "Hi" ? "Hi!" : text);
    expect(turns.head?.data).not.toHaveProperty("needsProcessing");
    expect(turns.log.filter((entry) => entry.startsWith("saveAnswer"))).toHaveLength(2);
  });

  test.each([true, false])("is processed when its conversation is opened, once: local %s", async (isLocal) => {
    setUp({ isLocal, tags: ["loud"], messages: [question, answer], headId: "a1" });
    const openedConversation = turns.conversation;
    runs.resume(openedConversation);
    runs.resume(openedConversation);
    await vi.waitFor(() => expect(turns.head?.content).toBe("Two!"));
    expect(turns.head?.data).toEqual({ end: { end: "done" }, untransformed: "Two" });
    runs.resume(openedConversation);
    runs.resume(turns.conversation);
    await vi.waitFor(() => expect(turns.log).toEqual(["reload", "saveAnswer done"]));
    expect(turns.head?.content).toBe("Two!");
  });

  test("gets the notice about its form when its conversation is opened", async () => {
    const csvQuestion = { ...question, label: 'csv({columns: ["a"]}) One' };
    setUp({ isLocal: false, messages: [csvQuestion, answer], headId: "a1" });
    runs.resume(turns.conversation);
    await vi.waitFor(() => expect(turns.head?.data.notice).toBe("This answer doesn’t start with the columns a."));
    expect(turns.head?.data).not.toHaveProperty("needsProcessing");
  });

  test("is processed when its conversation is opened again, if it could not be read before", async () => {
    setUp({ isLocal: false, tags: ["loud"], messages: [question, answer], headId: "a1" });
    const { reload } = turns;
    const failure = Promise.withResolvers<never>();
    turns.reload = () => failure.promise;
    runs.resume(turns.conversation);
    failure.reject(new TypeError("Failed to fetch"));
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
    turns.reload = reload;
    await vi.waitFor(() => {
      runs.resume(turns.conversation);
      expect(turns.head?.content).toBe("Two!");
    });
  });

  test("stays marked if it did not end, or if no transformer applies here", async () => {
    const stopped: Message = { ...answer, data: { needsProcessing: true, end: { end: "stopped" } } };
    setUp({ isLocal: false, tags: ["loud"], messages: [question, stopped], headId: "a1" });
    runs.resume(turns.conversation);
    expect(turns.log).toEqual([]);
    setUp({ isLocal: false, tags: ["unknown"], messages: [question, answer], headId: "a1" });
    runs.resume(turns.conversation);
    await vi.waitFor(() => expect(turns.log).toEqual(["reload"]));
    runs.resume(turns.conversation);
    expect(turns.log).toEqual(["reload"]);
    expect(turns.head?.data.needsProcessing).toBe(true);
  });
});
