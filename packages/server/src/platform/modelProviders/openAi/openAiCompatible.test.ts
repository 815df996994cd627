import http from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../testing/modelServer/startModelServer.ts";
import { parseOpenAiCall } from "../../../testing/providerServers/parseOpenAiCall.ts";
import { createModelProviders } from "../createModelProviders.ts";
import type {
  ModelCall,
  ModelEndpoint,
  ModelMessage,
  ModelProvider,
  ModelProviders,
  WireParts,
} from "../modelProvider.ts";
import { buildEmbedCall, describeEmbeddings } from "../testing/embeddingsConformance.ts";
import { buildModelCall, collect, describeModelProvider } from "../testing/modelProviderConformance.ts";
import { describeModelWire, failureOf, type WireHarness } from "../testing/modelWireConformance.ts";
import { describeToolLoop } from "../testing/toolLoopConformance.ts";
import { createReturnedFieldsCollector } from "./returnedFields.ts";

const key = "sk-of-the-tests-0123456789";
const logLines: string[] = [];
const log = pino({ level: "debug" }, { write: (line: string) => void logLines.push(line) });
let server: ModelServer;
let providers: ModelProviders;
let provider: ModelProvider;

const createEndpoint = (overrides: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  wire: "openai",
  url: server.url,
  key,
  ...overrides,
});
const createAzureEndpoint = (): ModelEndpoint => ({ wire: "azure", url: server.origin, key, apiVersion: "2024-10-21" });

function describeWire(name: string, buildEndpoint: (overrides: Partial<ModelEndpoint>) => ModelEndpoint): void {
  const getHarness = (): WireHarness => ({
    open: ({ limits, ...overrides } = {}) =>
      (limits ? createModelProviders(log, limits) : providers).open(buildEndpoint(overrides)),
    getLastCall: () => parseOpenAiCall({ ...server.chats().at(-1)?.body }),
    chats: () => server.chats(),
    nextChat: () => server.nextChat(),
    pause: (afterTokens) => server.pauseAfter(afterTokens),
    whenPaused: () => server.whenPaused(),
    getLog: () => logLines.join(""),
    overloadedStatus: 503,
    countsCacheWrites: false,
    streamsToolCalls: true,
    canForbidTools: true,
    canForbidParallelCalls: true,
  });
  describeModelWire(name, getHarness);
  describeToolLoop(name, getHarness, {
    groupsResults: false,
    marksErrors: false,
    allowsMalformedArguments: true,
    rendersToolsAsText: false,
  });
}

beforeAll(async () => {
  server = await startModelServer({ key });
  providers = createModelProviders(log);
  provider = providers.open(createEndpoint());
});
beforeEach(() => {
  server.reset();
  logLines.length = 0;
});
afterAll(async () => {
  await providers.close();
  await server.close();
});

describeModelProvider("OpenAI-compatible", () => provider, "Say something [[tokens: 300]]");
describeWire("OpenAI-compatible", (overrides) => createEndpoint(overrides));
describeWire("Azure", (overrides) => ({
  ...createAzureEndpoint(),
  ...overrides,
  ...(overrides.url !== undefined && { url: overrides.url.replace(/\/v1$/, "") }),
}));
describeModelProvider("Azure", () => providers.open(createAzureEndpoint()), "Say something [[tokens: 300]]");

describeEmbeddings("OpenAI-compatible", (overrides) => providers.open(createEndpoint(overrides)), { counts: true });
describeEmbeddings("Azure", (overrides) => providers.open({ ...createAzureEndpoint(), ...overrides }), {
  counts: true,
});

describe("an embedding request", () => {
  test("uses the URL of Azure's deployment, and requests plain numbers", async () => {
    await providers.open(createAzureEndpoint()).embed?.(buildEmbedCall(["hello"], { model: "our vectors" }));
    const [request] = server.embeddings();
    expect(request?.path).toBe("/openai/deployments/our%20vectors/embeddings?api-version=2024-10-21");
    expect(request?.body).toEqual({ model: "our vectors", input: ["hello"], encoding_format: "float" });
  });

  test("for many texts is split into requests that a small server can handle", async () => {
    await provider.embed?.(buildEmbedCall(Array.from({ length: 70 }, (_, index) => `text ${index}`)));
    const sizes = server.embeddings().map(({ body }) => (Array.isArray(body?.input) ? body.input.length : 0));
    expect(sizes).toEqual([32, 32, 6]);
  });

  test.each([
    ["a vector too few", { data: [{ index: 0, embedding: [1, 2] }] }],
    [
      "vectors of two lengths",
      {
        data: [
          { index: 0, embedding: [1, 2] },
          { index: 1, embedding: [1] },
        ],
      },
    ],
    [
      "an invalid number",
      {
        data: [
          { index: 0, embedding: [1, "2"] },
          { index: 1, embedding: [1, 2] },
        ],
      },
    ],
    [
      "empty vectors",
      {
        data: [
          { index: 0, embedding: [] },
          { index: 1, embedding: [] },
        ],
      },
    ],
    ["positions that are no numbers", { data: [{ index: { toString: 1 }, embedding: [] }] }],
    ["no list", { result: "ok" }],
    ["no JSON", "ok"],
  ])("whose reply has %s is a protocol failure", async (_, reply) => {
    const httpServer = http.createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
    });
    await new Promise<void>((resolve) => httpServer.listen(0, "127.0.0.1", resolve));
    const { port } = httpServer.address() as AddressInfo; // a listening TCP server has a port
    const call = providers
      .open(createEndpoint({ url: `http://127.0.0.1:${port}/v1` }))
      .embed?.(buildEmbedCall(["a", "b"]));
    expect((await failureOf(call ?? Promise.resolve())).kind).toBe("protocol");
    httpServer.closeAllConnections();
    httpServer.close();
  });
});

describe("a call", () => {
  test("sends model, messages, temperature, token limit and key", async () => {
    await collect(provider.stream(buildModelCall("hello", { temperature: 0, maxTokens: 7 })));
    const [request] = server.chats();
    expect(request?.path).toBe("/v1/chat/completions");
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.body).toEqual({
      model: "scripted-large",
      messages: [{ role: "user", content: "hello" }],
      temperature: 0,
      max_tokens: 7,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("sends no authorization without a key", async () => {
    await collect(providers.open(createEndpoint({ key: "" })).stream(buildModelCall("hello"))).catch(() => null);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("uses the URL of Azure's deployment, with api-key and api-version", async () => {
    await collect(providers.open(createAzureEndpoint()).stream(buildModelCall("hello", { model: "our gpt/4" })));
    const [request] = server.chats();
    expect(request?.path).toBe("/openai/deployments/our%20gpt%2F4/chat/completions?api-version=2024-10-21");
    expect(request?.headers["api-key"]).toBe(key);
    expect(request?.headers.authorization).toBeUndefined();
  });

  test("sends max_completion_tokens and no temperature to a reasoning model on Azure", async () => {
    await collect(
      providers
        .open(createAzureEndpoint())
        .stream(buildModelCall("hello", { model: "gpt-5-mini", temperature: 0.2, maxTokens: 9 })),
    );
    const body = server.chats()[0]?.body;
    expect(body?.max_completion_tokens).toBe(9);
    expect(body).not.toHaveProperty("max_tokens");
    expect(body).not.toHaveProperty("temperature");
  });

  test("reuses a connection", async () => {
    const ports: unknown[] = [];
    const httpServer = http.createServer((request, response) => {
      ports.push(request.socket.remotePort);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end('data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    });
    await new Promise<void>((resolve) => httpServer.listen(0, "127.0.0.1", resolve));
    const { port } = httpServer.address() as AddressInfo; // a listening TCP server has a port
    const ownProviders = createModelProviders(log);
    const provider = ownProviders.open({ wire: "openai", url: `http://127.0.0.1:${port}/v1/`, key: "" });
    await collect(provider.stream(buildModelCall("one")));
    await collect(provider.stream(buildModelCall("two")));
    expect(ports[0]).toBe(ports[1]);
    await ownProviders.close();
    await new Promise<void>((resolve) => httpServer.close(() => resolve()));
  });
});

describe("an answer", () => {
  test("has no usage if the server reports none", async () => {
    const events = await collect(provider.stream(buildModelCall("[[nousage]] hello")));
    expect(events.some((event) => event.type === "usage")).toBe(false);
    expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  test("without [DONE] is complete after its finish reason", async () => {
    const events = await collect(provider.stream(buildModelCall("[[nodone]] hello")));
    expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  test("may consist of function calls", async () => {
    const events = await collect(provider.stream(buildModelCall("[[tool: weather]]")));
    const calls = events.filter((event) => event.type === "toolCall");
    expect(calls[0]).toEqual({ type: "toolCall", index: 0, id: "call_1", name: "weather", arguments: "" });
    expect(calls.map((call) => call.arguments).join("")).toBe('{"place":"Zürich"}');
    expect(events.at(-1)).toEqual({ type: "finish", reason: "toolCalls" });
  });

  test("in plain JSON is accepted although a stream was requested", async () => {
    const events = await collect(provider.stream(buildModelCall("[[json]] [[answer: whole]]")));
    expect(events).toEqual([
      { type: "text", text: "whole" },
      { type: "usage", inputTokens: 3, outputTokens: 1, cachedTokens: 0 },
      { type: "finish", reason: "stop" },
    ]);
  });
});

test("tokens that a gateway reports as written to a cache are counted", async () => {
  const usage = {
    prompt_tokens: 9,
    completion_tokens: 2,
    prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 4 },
  };
  const reply = JSON.stringify({ choices: [{ message: { content: "Yes." }, finish_reason: "stop" }], usage });
  const events = await collect(provider.stream(buildModelCall(`[[reply: application/json; ${reply}]]`)));
  expect(events).toContainEqual({
    type: "usage",
    inputTokens: 9,
    outputTokens: 2,
    cachedTokens: 3,
    cacheWriteTokens: 4,
  });
});

describe("what servers need back with the results of functions", () => {
  const tools = [{ name: "weather", parameters: { type: "object" } }];
  const messages: ModelMessage[] = [
    { role: "user", content: "How is the weather?" },
    { role: "assistant", content: "", toolCalls: [{ id: "call_1", name: "weather", arguments: "{}" }] },
    { role: "tool", content: "Rain", toolCallId: "call_1", toolName: "weather" },
  ];
  /** Lets the server answer with a message, and returns what it needs back. */
  const getParts = async (message: object, overrides: Partial<ModelCall> = {}) => {
    const reply = JSON.stringify({ choices: [{ message, finish_reason: "tool_calls" }] });
    const question: ModelMessage = { role: "user", content: `[[reply: application/json; ${reply}]]` };
    const events = await collect(provider.stream(buildModelCall("", { tools, messages: [question], ...overrides })));
    return events.find((event) => event.type === "wireParts")?.wireParts;
  };
  const sendBack = async (wireParts: WireParts) => {
    const [question, answer, result] = messages;
    if (!question || answer?.role !== "assistant" || !result) throw new Error("a message is missing");
    await collect(
      provider.stream(buildModelCall("", { tools, messages: [question, { ...answer, wireParts }, result] })),
    );
    return server.chats().at(-1)?.body?.messages?.[1];
  };
  const toolCall = { id: "call_1", type: "function", function: { name: "weather", arguments: "{}" } };

  test.each([
    ["reasoning_content", { reasoning_content: "Hm." }, { reasoning_content: "Hm." }],
    ["an empty reasoning_content", { reasoning_content: "" }, { reasoning_content: "" }],
    ["reasoning", { reasoning: "Hm." }, { reasoning: "Hm." }],
    ["one of two equal fields", { reasoning: "Hm.", reasoning_content: "Hm." }, { reasoning_content: "Hm." }],
    [
      "OpenRouter’s reasoning_details with what is encrypted",
      { reasoning: "Hm.", reasoning_details: [{ type: "reasoning.encrypted", id: "call_1", data: "abc", index: 0 }] },
      { reasoning: "Hm.", reasoning_details: [{ type: "reasoning.encrypted", id: "call_1", data: "abc", index: 0 }] },
    ],
  ])("is %s", async (_, fields, expected) => {
    const wireParts = await getParts({ content: "", ...fields, tool_calls: [toolCall] });
    if (!wireParts) throw new Error("the server needs nothing back");
    expect(await sendBack(wireParts)).toEqual({
      role: "assistant",
      content: null,
      ...expected,
      tool_calls: [{ ...toolCall }],
    });
  });

  test("are the joined parts of OpenRouter’s and LiteLLM’s thoughts, with the signatures", () => {
    const collector = createReturnedFieldsCollector({ messages: [] }, 1_000);
    const add = (reasoning: object, thinking: object) =>
      collector.add({ reasoning_details: [reasoning], thinking_blocks: [thinking] });
    add({ type: "reasoning.text", index: 0, text: "Six " }, { type: "thinking", thinking: "Six ", signature: "" });
    add({ type: "reasoning.text", index: 0, text: "times." }, { type: "thinking", thinking: "times." });
    add(
      { type: "reasoning.text", index: 0, text: "", signature: "s" },
      { type: "thinking", thinking: "", signature: "s" },
    );
    add({ type: "reasoning.text", index: 1, text: "Then." }, { type: "thinking", thinking: "Then." });
    add({ type: "reasoning.encrypted", data: "x" }, { type: "redacted_thinking", data: "x" });
    collector.add({ tool_calls: [toolCall] });
    expect(collector.build()).toEqual([
      {
        reasoning_details: [
          { type: "reasoning.text", index: 0, text: "Six times.", signature: "s" },
          { type: "reasoning.text", index: 1, text: "Then." },
          { type: "reasoning.encrypted", data: "x" },
        ],
        thinking_blocks: [
          { type: "thinking", thinking: "Six times.", signature: "s" },
          { type: "thinking", thinking: "Then." },
          { type: "redacted_thinking", data: "x" },
        ],
      },
    ]);
    expect(() => collector.add({ thinking_blocks: [{ data: "x".repeat(1_000) }] })).toThrow(/longer than/);
  });

  test.each([
    ["without text and index (OpenRouter)", {}],
    ["with a text that is null (OpenRouter)", { text: null, index: 0 }],
    ["with an empty text", { text: "", index: 0 }],
  ])("have the signature that arrives in a part of its own, %s", (_, fields) => {
    const collector = createReturnedFieldsCollector({ messages: [] }, 1_000);
    const add = (block: object) => collector.add({ reasoning_details: [block] });
    const format = "anthropic-claude-v1";
    add({ type: "reasoning.text", index: 0, text: "Six ", format });
    add({ type: "reasoning.text", index: 0, text: "times.", format });
    add({ type: "reasoning.encrypted", data: "x" });
    add({ type: "reasoning.text", signature: "eyJ", format, ...fields });
    add({ type: "reasoning.text", signature: "of thoughts that are not shown", format });
    collector.add({ tool_calls: [toolCall] });
    expect(collector.build()?.[0]?.reasoning_details).toEqual([
      { type: "reasoning.text", index: 0, text: "Six times.", signature: "eyJ", format },
      { type: "reasoning.encrypted", data: "x" },
      { type: "reasoning.text", signature: "of thoughts that are not shown", format },
    ]);
  });

  test("may be long thoughts in many short parts, but neither endless ones nor many signatures", () => {
    const collect = () => createReturnedFieldsCollector({ messages: [] }, 1_000);
    const addWords = (collector: ReturnType<typeof collect>, count: number) => {
      const part = { type: "reasoning.text", index: 0, text: "word ", format: "anthropic-claude-v1" };
      for (let index = 0; index < count; index++) collector.add({ reasoning_details: [part] });
    };
    const collector = collect();
    addWords(collector, 190);
    collector.add({ tool_calls: [toolCall] });
    expect(collector.build()?.[0]?.reasoning_details).toMatchObject([{ text: "word ".repeat(190) }]);
    expect(() => addWords(collector, 20)).toThrow(/longer than/);
    expect(() => {
      const other = collect();
      for (let index = 0; index < 50; index++) other.add({ reasoning_details: [{ type: "x", index, text: "" }] });
    }).toThrow(/longer than/);
  });

  test("are the signatures of calls", async () => {
    const signedCall = { ...toolCall, extra_content: { google: { thought_signature: "abc" } } };
    const wireParts = await getParts({ content: "", tool_calls: [signedCall] });
    if (!wireParts) throw new Error("the server needs nothing back");
    expect(await sendBack(wireParts)).toMatchObject({ tool_calls: [signedCall] });
  });

  test("is the reasoning of the answer after the results, but of no other answer", async () => {
    const message = { content: "It rains.", reasoning_content: "Hm." };
    expect(await getParts(message)).toBeUndefined();
    const toolMessages = (reply: string): ModelMessage[] => [{ role: "user", content: reply }, ...messages.slice(1)];
    const reply = JSON.stringify({ choices: [{ message, finish_reason: "stop" }] });
    const wireParts = await getParts(message, { messages: toolMessages(`[[reply: application/json; ${reply}]]`) });
    expect(wireParts).toEqual({ wire: "openai", model: "scripted-large", parts: [{ reasoning_content: "Hm." }] });
  });
});

test("an answer blocked by Azure's content filter is contentFilter", async () => {
  const call = collect(provider.stream(buildModelCall("[[status: 400; code: content_filter]]")));
  expect((await failureOf(call)).kind).toBe("contentFilter");
});

describe("the list of models", () => {
  test("has sorted ids, with the windows that the server reports", async () => {
    expect(await provider.listModels(new AbortController().signal)).toEqual([
      { id: "scripted-large", contextWindow: 32_768 },
      { id: "scripted-small", contextWindow: 32_768 },
      { id: "text-embedding-scripted", contextWindow: null },
    ]);
  });

  test("is not requested from Azure, where the deployments are configured", async () => {
    expect(await providers.open(createAzureEndpoint()).listModels(new AbortController().signal)).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  test("fails with modelNotFound at a URL without one", async () => {
    const providerWithoutList = providers.open(createEndpoint({ url: server.origin }));
    expect((await failureOf(providerWithoutList.listModels(new AbortController().signal))).kind).toBe("modelNotFound");
  });
});
