import http from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../testing/modelServer/startModelServer.ts";
import { createModelProviders } from "./createModelProviders.ts";
import { type ModelEndpoint, ModelError, type ModelProvider, type ModelProviders } from "./modelProvider.ts";
import { askFor, collect, describeModelProvider, textOf } from "./modelProviderConformance.ts";
import type { ModelTimeLimits } from "./openAiCompatible.ts";

const key = "sk-of-the-tests-0123456789";
const logged: string[] = [];
const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
let server: ModelServer;
let providers: ModelProviders;
let provider: ModelProvider;

const endpoint = (more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  wire: "openai",
  url: server.url,
  key,
  ...more,
});
const azure = (): ModelEndpoint => ({ wire: "azure", url: server.origin, key, apiVersion: "2024-10-21" });

/** A provider of its own, with other time limits. */
const hurried = (limits: Partial<ModelTimeLimits>, url = server.url): ModelProvider =>
  createModelProviders(log, limits).open(endpoint({ url }));

async function failureOf(call: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ModelError) return error;
  throw new Error("the call did not fail with a ModelError", { cause: error });
}

beforeAll(async () => {
  server = await startModelServer({ key });
  providers = createModelProviders(log);
  provider = providers.open(endpoint());
});
beforeEach(() => {
  server.reset();
  logged.length = 0;
});
afterAll(async () => {
  await providers.close();
  await server.close();
});

describeModelProvider("OpenAI-compatible", () => provider, "Say something [[tokens: 300]]");
describeModelProvider("Azure", () => providers.open(azure()), "Say something [[tokens: 300]]");

describe("a call", () => {
  test("sends model, messages, temperature, longest answer and the key", async () => {
    await collect(provider.stream(askFor("hello", { temperature: 0, maxTokens: 7 })));
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
    await collect(providers.open(endpoint({ key: "" })).stream(askFor("hello"))).catch(() => null);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("goes to Azure's deployment with api-key and api-version", async () => {
    await collect(providers.open(azure()).stream(askFor("hello", { model: "our gpt/4" })));
    const [request] = server.chats();
    expect(request?.path).toBe("/openai/deployments/our%20gpt%2F4/chat/completions?api-version=2024-10-21");
    expect(request?.headers["api-key"]).toBe(key);
    expect(request?.headers.authorization).toBeUndefined();
  });

  test("asks a reasoning model on Azure for max_completion_tokens and leaves temperature out", async () => {
    await collect(
      providers.open(azure()).stream(askFor("hello", { model: "gpt-5-mini", temperature: 0.2, maxTokens: 9 })),
    );
    const body = server.chats()[0]?.body;
    expect(body?.max_completion_tokens).toBe(9);
    expect(body).not.toHaveProperty("max_tokens");
    expect(body).not.toHaveProperty("temperature");
  });

  test("uses a kept connection again", async () => {
    const ports: unknown[] = [];
    const counting = http.createServer((request, response) => {
      ports.push(request.socket.remotePort);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end('data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    });
    await new Promise<void>((resolve) => counting.listen(0, "127.0.0.1", resolve));
    const { port } = counting.address() as AddressInfo; // a TCP server that listens has one
    const own = createModelProviders(log);
    const kept = own.open({ wire: "openai", url: `http://127.0.0.1:${port}/v1/`, key: "" });
    await collect(kept.stream(askFor("one")));
    await collect(kept.stream(askFor("two")));
    expect(ports[0]).toBe(ports[1]);
    await own.close();
    await new Promise<void>((resolve) => counting.close(() => resolve()));
  });
});

describe("an answer", () => {
  test("arrives whole and in order, with the server's usage", async () => {
    const events = await collect(provider.stream(askFor("[[tokens: 2000]]")));
    expect(textOf(events).split(/\s+/)).toHaveLength(2000);
    expect(events.at(-2)).toEqual({ type: "usage", inputTokens: 2, outputTokens: 2000, cachedTokens: 0 });
  });

  test("keeps characters that were cut between two chunks", async () => {
    const text = "Grüße aus Zürich 🌍 — 日本語 👩‍👩‍👧";
    expect(textOf(await collect(provider.stream(askFor(`[[split]] [[answer: ${text}]]`))))).toBe(text);
  });

  test("comes without usage when the server tells none", async () => {
    const events = await collect(provider.stream(askFor("[[nousage]] hello")));
    expect(events.some((event) => event.type === "usage")).toBe(false);
    expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  test("may be empty", async () => {
    const events = await collect(provider.stream(askFor("[[empty]]")));
    expect(textOf(events)).toBe("");
    expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  test.each([
    ["length", "length"],
    ["content_filter", "contentFilter"],
    ["tool_calls", "toolCalls"],
    ["something new", "other"],
  ])("that ends with finish_reason %s finishes as %s", async (reason, expected) => {
    const events = await collect(provider.stream(askFor(`[[finish: ${reason}]]`)));
    expect(events.at(-1)).toEqual({ type: "finish", reason: expected });
  });

  test("without [DONE] is whole once its finish reason was there", async () => {
    const events = await collect(provider.stream(askFor("[[nodone]] hello")));
    expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  test("may be calls of functions", async () => {
    const events = await collect(provider.stream(askFor("[[tool: weather]]")));
    const calls = events.filter((event) => event.type === "toolCall");
    expect(calls[0]).toEqual({ type: "toolCall", index: 0, id: "call_1", name: "weather", arguments: "" });
    expect(calls.map((call) => call.arguments).join("")).toBe('{"place":"Zürich"}');
    expect(events.at(-1)).toEqual({ type: "finish", reason: "toolCalls" });
  });

  test("survives events that cannot be read; they are counted in the log, without their content", async () => {
    const events = await collect(provider.stream(askFor("[[rubbish: 6]] [[tokens: 20]]")));
    expect(textOf(events).split(/\s+/)).toHaveLength(20);
    expect(logged.join("")).toContain('"skippedEvents":5'); // the sixth is a comment, which is allowed
    expect(logged.join("")).not.toContain("noise");
  });

  test("in plain JSON is taken although a stream was asked for", async () => {
    const events = await collect(provider.stream(askFor("[[json]] [[answer: whole]]")));
    expect(events).toEqual([
      { type: "text", text: "whole" },
      { type: "usage", inputTokens: 3, outputTokens: 1, cachedTokens: 0 },
      { type: "finish", reason: "stop" },
    ]);
  });
});

describe("a failure", () => {
  test.each([
    ["401", "unauthorized"],
    ["403", "unauthorized"],
    ["404", "modelNotFound"],
    ["400", "badRequest"],
    ["400; code: context_length_exceeded", "contextTooLong"],
    ["400; code: content_filter", "contentFilter"],
    ["408", "timeout"],
    ["500", "serverError"],
    ["503", "serverError"],
    ["302; location: http://127.0.0.1:1/", "protocol"],
  ])("with status %s is %s", async (status, kind) => {
    const error = await failureOf(collect(provider.stream(askFor(`[[status: ${status}]]`))));
    expect(error.kind).toBe(kind);
    expect(error.status).toBe(Number.parseInt(status, 10));
    expect(server.requests).toHaveLength(1);
  });

  test("with status 429 tells when to come again", async () => {
    const error = await failureOf(collect(provider.stream(askFor("[[status: 429; retry-after: 7]]"))));
    expect(error).toMatchObject({ kind: "rateLimited", status: 429, retryAfterSeconds: 7 });
  });

  test("of a model that is not there is modelNotFound", async () => {
    const error = await failureOf(collect(provider.stream(askFor("hello", { model: "none" }))));
    expect(error.kind).toBe("modelNotFound");
  });

  test("names no key and nothing of what was said", async () => {
    const wrong = providers.open(endpoint({ key: "sk-wrong-key-9876" }));
    const error = await failureOf(collect(wrong.stream(askFor("a marker sentence"))));
    expect(error.kind).toBe("unauthorized");
    expect(`${error.message}${error.stack}${logged.join("")}`).not.toMatch(/9876|marker/);
  });

  test("of the connection is unreachable", async () => {
    const closed = await startModelServer();
    await closed.close();
    const error = await failureOf(collect(hurried({}, closed.url).stream(askFor("hello"))));
    expect(error.kind).toBe("unreachable");
  });

  test("in mid-answer comes after the text that was there", async () => {
    for (const [directive, kind] of [
      ["cut", "cut"],
      ["end", "cut"],
      ["error", "serverError"],
    ]) {
      let text = "";
      const read = async () => {
        for await (const batch of provider.stream(askFor(`[[${directive}: 10]] [[tokens: 50]]`))) text += textOf(batch);
      };
      const error = await failureOf(read());
      expect(error.kind).toBe(kind);
      expect(text.split(/\s+/)).toHaveLength(10);
    }
  });

  test("of the format is protocol: a web page, or an event of more than 1 MiB", async () => {
    expect((await failureOf(collect(provider.stream(askFor("[[html]]"))))).kind).toBe("protocol");
    expect((await failureOf(collect(provider.stream(askFor("[[huge]]"))))).kind).toBe("protocol");
  });

  test("of patience is timeout: no reply, or silence in mid-answer", async () => {
    server.hold(3);
    const silent = hurried({ idleMs: 30 });
    expect((await failureOf(collect(silent.stream(askFor("[[tokens: 50]]"))))).kind).toBe("timeout");
    const slow = hurried({ firstByteMs: 30 });
    expect((await failureOf(collect(slow.stream(askFor("[[first: 60000]]"))))).kind).toBe("timeout");
  });
});

describe("an abort", () => {
  test("closes the connection at once and throws the signal's reason", async () => {
    server.hold(5);
    const stop = new AbortController();
    const reason = new Error("the person stopped");
    const reading = collect(provider.stream(askFor("[[tokens: 50]]", { signal: stop.signal }))).catch((error) => error);
    await server.whenHeld();
    stop.abort(reason);
    expect(await reading).toBe(reason);
    await server.chats()[0]?.aborted;
    expect(server.chats()[0]?.isAborted).toBe(true);
  });

  test("works before the reply has begun", async () => {
    const stop = new AbortController();
    const arrived = server.nextChat();
    const reading = collect(provider.stream(askFor("[[first: 60000]]", { signal: stop.signal }))).catch(
      (error) => error,
    );
    const request = await arrived;
    stop.abort("stopped early");
    expect(await reading).toBe("stopped early");
    await request.aborted;
  });

  test("is what leaving the iteration early does too", async () => {
    server.hold(5);
    for await (const _ of provider.stream(askFor("[[tokens: 50]]"))) break;
    await server.chats()[0]?.aborted;
    expect(server.chats()[0]?.isAborted).toBe(true);
  });
});

describe("the list of models", () => {
  test("gives ids sorted, with the windows that the server tells", async () => {
    expect(await provider.listModels(new AbortController().signal)).toEqual([
      { id: "scripted-large", contextWindow: 32_768 },
      { id: "scripted-small", contextWindow: 32_768 },
      { id: "text-embedding-scripted", contextWindow: null },
    ]);
  });

  test("is not asked for on Azure, where the deployments are known", async () => {
    expect(await providers.open(azure()).listModels(new AbortController().signal)).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  test("fails with modelNotFound at an address that has none", async () => {
    const lost = providers.open(endpoint({ url: server.origin }));
    expect((await failureOf(lost.listModels(new AbortController().signal))).kind).toBe("modelNotFound");
  });
});
