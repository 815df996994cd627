import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createModelProviders } from "../../platform/modelProviders/createModelProviders.ts";
import type { ModelMessage, ModelProvider } from "../../platform/modelProviders/modelProvider.ts";
import { buildModelCall, collect, textOf } from "../../platform/modelProviders/testing/modelProviderConformance.ts";
import { smallModelAnswer } from "./behaviour.ts";
import { type ModelServer, startModelServer } from "./startModelServer.ts";

const providers = createModelProviders(pino({ level: "silent" }));
let server: ModelServer;
let provider: ModelProvider;
beforeAll(async () => {
  server = await startModelServer();
  provider = providers.open({ wire: "openai", url: server.url, key: "" });
});
afterEach(() => server.reset());
afterAll(async () => {
  await providers.close();
  await server.close();
});

const answerTo = async (prompt: string, model = "scripted-large") =>
  textOf(await collect(provider.stream(buildModelCall(prompt, { model }))));

describe("the scripted model server", () => {
  test("repeats the prompt without its directives", async () => {
    expect(await answerTo("How are you? [[pace: 1]] [[nonsense]]")).toMatch(/^Scripted answer to: How are you\?\n/);
  });

  test("answers with the given text, over several lines", async () => {
    expect(await answerTo("[[answer: # Title\n\nand [a link](https://example.org)]]")).toBe(
      "# Title\n\nand [a link](https://example.org)",
    );
  });

  test("paces its tokens and sends all of them", async () => {
    expect((await answerTo("[[pace: 1]] [[tokens: 30]]")).split(/\s+/)).toHaveLength(30);
  });

  test("answers calls of a small model plainly, whatever they contain", async () => {
    server.pauseAfter(0);
    expect(await answerTo("Name this: [[hang: 1]] [[status: 500]]", "scripted-small")).toBe(smallModelAnswer);
  });

  test("answers [[showcase]] with all kinds of Markdown, always the same text", async () => {
    const answer = await answerTo("[[showcase]]");
    expect(answer).toBe(await answerTo("[[showcase]]"));
    for (const part of [/^# /m, /^## /m, /^- /m, /^\d\. /m, /^\|/m, /^> /m, /^\$\$/m, /\]\(https:/])
      expect(answer).toMatch(part);
    expect(answer.match(/^```\w/gm)).toHaveLength(10);
  });

  test("follows a script once, and then the directives of messages", async () => {
    server.script({ answer: "once" }, "scripted-large");
    expect(await answerTo("x", "scripted-small")).toBe(smallModelAnswer);
    expect(await answerTo("[[answer: twice]]")).toBe("once");
    expect(await answerTo("[[answer: twice]]")).toBe("twice");
  });

  test("pauses chats after a number of tokens until they are resumed", async () => {
    server.pauseAfter(3);
    const answers = [answerTo("[[tokens: 9]]"), answerTo("[[tokens: 9]]")];
    await server.whenPaused(2);
    expect(server.chats().map(({ tokensSent }) => tokensSent)).toEqual([3, 3]);
    server.resume();
    for (const answer of await Promise.all(answers)) expect(answer.split(/\s+/)).toHaveLength(9);
  });

  test("calls functions in rounds, and answers with their results", async () => {
    const tools = [{ name: "search", parameters: { type: "object" } }];
    const question = {
      role: "user",
      content: '[[call: search {"q":1}]] [[call: search {"q"]] [[answer: {results}!]]',
    } as const;
    const ask = async (messages: ModelMessage[]) =>
      collect(provider.stream(buildModelCall("", { tools, messages: [question, ...messages] })));
    const calls = (await ask([])).filter((event) => event.type === "toolCall");
    expect(calls.filter(({ id }) => id !== undefined)).toMatchObject([
      { index: 0, id: "call_1_1", name: "search" },
      { index: 1, id: "call_1_2", name: "search" },
    ]);
    const toolCalls = [0, 1].map((index) => ({
      id: `call_1_${index + 1}`,
      name: "search",
      arguments: calls.map((call) => (call.index === index ? call.arguments : "")).join(""),
    }));
    expect(toolCalls.map((call) => call.arguments)).toEqual(['{"q":1}', '{"q"']);
    const results = toolCalls.map(
      ({ id }) => ({ role: "tool", content: id, toolCallId: id, toolName: "search" }) as const,
    );
    expect(textOf(await ask([{ role: "assistant", content: "", toolCalls }, ...results]))).toBe("call_1_1\ncall_1_2!");
  });

  test("answers without calls if the request declares no functions", async () => {
    expect(await answerTo("[[endless: search {}]] [[answer: no functions]]")).toBe("no functions");
  });

  test.each([
    [
      "a call has no result",
      [{ role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "x", arguments: "{}" } }] }],
    ],
    ["a result has no call", [{ role: "tool", tool_call_id: "a", content: "x" }]],
  ])("rejects a request in which %s", async (_, messages) => {
    const body = JSON.stringify({ model: "scripted-large", messages: [{ role: "user", content: "x" }, ...messages] });
    const headers = { "content-type": "application/json" };
    expect((await fetch(`${server.url}/chat/completions`, { method: "POST", headers, body })).status).toBe(400);
  });

  test("records requests with their keys, and clients that disconnect", async () => {
    server.pauseAfter(1);
    const stopController = new AbortController();
    const nextRequest = server.nextChat();
    const call = collect(provider.stream(buildModelCall("a question", { signal: stopController.signal }))).catch(
      () => null,
    );
    const request = await nextRequest;
    await server.whenPaused();
    stopController.abort();
    await Promise.all([call, request.aborted, request.closed]);
    expect(request).toMatchObject({ method: "POST", prompt: "a question", isAborted: true, tokensSent: 1 });
    expect(request.abortedAt).toBeTypeOf("number");
  });
});
