import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { applyChatEvent, type ChatEvent, emptyAnswer, limits } from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createModelProviders } from "../../../platform/modelProviders/createModelProviders.ts";
import type { ModelEvent, ModelProvider } from "../../../platform/modelProviders/modelProvider.ts";
import { callModel, createCallOutput } from "./callModel.ts";

const providers = createModelProviders(pino({ level: "silent" }));
/** Answers the next request to the hostile server. */
let answer: (response: ServerResponse) => void = (response) => response.end();
let redirectedRequests = 0;
const servers: http.Server[] = [];
let url = "";
let otherUrl = "";

async function listen(handle: http.RequestListener): Promise<string> {
  const server = http.createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address object
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  url = await listen((request, response) => {
    request.resume();
    response.on("error", () => undefined);
    answer(response);
  });
  otherUrl = await listen((_, response) => {
    redirectedRequests += 1;
    response.end("{}");
  });
});
afterAll(async () => {
  await providers.close();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function ask(provider: ModelProvider = providers.open({ wire: "openai", url, key: "sk-hostile" })) {
  const events: ChatEvent[] = [];
  const call = {
    model: "m",
    messages: [{ role: "user" as const, content: "Hi" }],
    maxTokens: 100,
    signal: new AbortController().signal,
  };
  const outcome = await callModel(
    provider,
    call,
    createCallOutput((event) => events.push(event)),
  );
  return { outcome, events, answer: events.reduce(applyChatEvent, emptyAnswer) };
}

const stream = { "content-type": "text/event-stream" };
const done = "data: [DONE]\n\n";
const formatEvent = (json: string) => `data: ${json}\n\n`;
const formatDelta = (json: string) => formatEvent(`{"choices":[{"index":0,"delta":${json},"finish_reason":null}]}`);
const finish = formatEvent('{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}');
const answerWithStream = (text: string) => {
  answer = (response) => response.writeHead(200, stream).end(text);
};

describe("a hostile model server", () => {
  test.each([
    ["lists without end", formatDelta(`{"content":${"[".repeat(200_000)}${"]".repeat(200_000)}}`)],
    ["objects without end", formatEvent(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)],
    [
      "the prototype as a field",
      formatEvent('{"__proto__":{"choices":[]},"constructor":{"prototype":{"polluted":1}}}'),
    ],
    ["a prototype in a delta", formatDelta('{"__proto__":{"content":"x"},"tool_calls":[{"__proto__":{"index":0}}]}')],
    [
      "numbers where texts belong",
      formatDelta('{"content":1e308,"role":7,"tool_calls":"x","reasoning_content":{"a":1}}'),
    ],
    [
      "malformed tool calls",
      formatDelta('{"tool_calls":[null,1,"x",[],{"index":-1},{"index":1e9},{"index":0.5},{"index":"0"}]}'),
    ],
    [
      "malformed choices",
      formatEvent('{"choices":[null]}') + formatEvent('{"choices":{"0":1}}') + formatEvent('{"choices":7}'),
    ],
    [
      "impossible counts",
      formatEvent('{"choices":[],"usage":{"prompt_tokens":-1,"completion_tokens":1e300,"total_tokens":"x"}}'),
    ],
    ["a source of its own", formatDelta('{"content":"x","s":"meta","state":{"a":1},"st":{"id":"x"}}')],
    ["our own end event", formatEvent('{"s":"meta","end":"done"}') + formatEvent('{"s":"meta","stateReset":{}}')],
    ["other fields of the protocol", "event: error\nid: 5\nretry: 1\n\n".repeat(1_000)],
    ["comments", ": x\n\n".repeat(10_000)],
    ["line ends of every kind", "data: x\r\rdata: y\n\r\n\u2028\u0085".repeat(1_000)],
    ["a byte order mark in mid-stream", `\ufeff${formatDelta('{"content":"x"}')}\ufeff`],
  ])("%s do no harm: the valid text is still read", async (_, rubbish) => {
    answerWithStream(`${rubbish}\n\n${formatDelta('{"content":"still here"}')}${finish}${done}`);
    const { outcome, answer: got, events } = await ask();
    expect(got.content).toContain("still here");
    expect(outcome.end).toBe("done");
    expect(got).toMatchObject({ state: {}, statuses: [] });
    expect(JSON.stringify(events)).not.toMatch(/"(state|stateReset|st|m)":/);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    for (const count of Object.values(outcome.usage ?? {})) expect(count).toBeGreaterThanOrEqual(0);
  });

  test("any JSON in its events leads to an answer that ends and contains only texts", async () => {
    const anyDelta = fc.record(
      {
        content: fc.jsonValue(),
        reasoning_content: fc.jsonValue(),
        tool_calls: fc.oneof(
          fc.jsonValue(),
          fc.array(fc.record({ index: fc.jsonValue(), id: fc.jsonValue(), function: fc.jsonValue() })),
        ),
      },
      { requiredKeys: [] },
    );
    const anyEvent = fc.oneof(
      fc.jsonValue(),
      fc.record({
        choices: fc.array(
          fc.record({ index: fc.constantFrom(0, 1, null), delta: anyDelta, finish_reason: fc.jsonValue() }),
        ),
      }),
      fc.record({ choices: fc.jsonValue(), usage: fc.jsonValue() }),
      fc.record({ error: fc.jsonValue() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 8 }), async (given) => {
        answerWithStream(given.map((value) => formatEvent(JSON.stringify(value))).join("") + done);
        const { outcome, answer: got } = await ask();
        expect(["done", "failed"]).toContain(outcome.end);
        expect(typeof got.content).toBe("string");
        expect(typeof got.reasoning).toBe("string");
        for (const call of got.toolCalls)
          expect(Object.values(call).every((text) => typeof text === "string")).toBe(true);
        expect(outcome.end === "failed").toBe(outcome.failure !== null);
      }),
      { numRuns: getFuzzRunCount(60) },
    );
  });

  test.each([
    ["function calls", (n: number) => ({ type: "toolCall", index: n }) as const],
    ["calls with long ids", (n: number) => ({ type: "toolCall", index: n, id: "x".repeat(100_000) }) as const],
    ["arguments", () => ({ type: "toolCall", index: 0, arguments: "x" }) as const],
    ["reasoning texts", () => ({ type: "reasoning", text: "x".repeat(10_000) }) as const],
  ])("endless %s are cut off, and a limited number is stored", async (_, next) => {
    let count = 0;
    const endlessProvider: ModelProvider = {
      async *stream() {
        for (;;) yield Array.from({ length: 1_000 }, (): ModelEvent => next(count++));
      },
      listModels: () => Promise.resolve([]),
    };
    const { outcome, answer: got, events } = await ask(endlessProvider);
    expect(outcome).toMatchObject({ end: "failed", failure: { code: "tooLarge" } });
    expect(got.toolCalls.length).toBeLessThanOrEqual(limits.toolCallsPerAnswer);
    expect(events.length).toBeLessThan(250_000);
    expect(JSON.stringify(events).length).toBeLessThan(20 * limits.messageLength);
  });

  test.each([301, 302, 303, 307, 308])("a redirect with %i is not followed, whatever its target", async (status) => {
    for (const location of [
      `${otherUrl}/v1/chat/completions`,
      `//${new URL(otherUrl).host}/`,
      "file:///etc/passwd",
      "/v1/redirectedRequests",
      "",
    ]) {
      answer = (response) => response.writeHead(status, { location, refresh: `0;url=${otherUrl}` }).end();
      const { outcome, events } = await ask();
      expect(outcome).toMatchObject({ end: "failed", failure: { code: "providerFailed" } });
      expect(events).toEqual([]);
    }
    expect(redirectedRequests).toBe(0);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["endless headers", (response) => response.socket?.end(`HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}\r\n`)],
    ["one endless header", (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(200_000)}\r\n\r\n`)],
    ["another protocol than HTTP", (response) => response.socket?.end("SSH-2.0-OpenSSH_9.9\r\n")],
    ["an invalid status", (response) => response.socket?.end("HTTP/1.1 999 ?\r\ncontent-length: 0\r\n\r\n")],
    [
      "two lengths",
      (response) => response.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 9\r\n\r\nx"),
    ],
    [
      "a length and chunks",
      (response) =>
        response.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
    ],
    [
      "malformed chunks",
      (response) =>
        response.socket?.end(
          "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        ),
    ],
    [
      "a wrong length",
      (response) =>
        response.socket?.end(
          "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 900\r\n\r\ndata: x\n\n",
        ),
    ],
    [
      "invalid gzip data",
      (response) => response.writeHead(200, { ...stream, "content-encoding": "gzip" }).end(Buffer.alloc(5_000, 0x1f)),
    ],
    [
      "a switch to another protocol",
      (response) =>
        response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    ],
    ["an empty reply of 204", (response) => response.writeHead(204).end()],
    [
      "another character set",
      (response) =>
        response.writeHead(200, { "content-type": "text/event-stream; charset=utf-7" }).end("+ADw-script+AD4-"),
    ],
    [
      "a refusal with markup and secrets",
      (response) =>
        response.writeHead(500, { "content-type": "text/html" }).end("<script>alert('sk-hostile')</script>\u001b[31m"),
    ],
    [
      "an error event with markup",
      (response) =>
        response
          .writeHead(200, stream)
          .end(formatEvent('{"error":{"message":"<script>sk-hostile\\u001b[31m","code":"x\\ny"}}')),
    ],
  ])("%s is a failure whose message contains none of the server's text", async (_, hostile) => {
    answer = hostile;
    const { outcome } = await ask();
    expect(outcome.end).toBe("failed");
    expect(outcome.failure?.userMessage ?? "").not.toMatch(/script|sk-hostile|\[31m|passwd|gzip/);
    expect(outcome.failure?.code).toMatch(/^(providerFailed|providerTimeout|unavailable)$/);
  });
});
