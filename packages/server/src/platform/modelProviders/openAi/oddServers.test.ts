import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../testing/modelServer/startModelServer.ts";
import { createModelProviders } from "../createModelProviders.ts";
import type { ModelEvent, ModelProvider, ModelProviders } from "../modelProvider.ts";
import { buildModelCall, collect, textOf } from "../testing/modelProviderConformance.ts";
import { createChatStreamReader } from "./chatStreamReader.ts";

let server: ModelServer;
let providers: ModelProviders;
let provider: ModelProvider;

beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  server.reset();
  providers = createModelProviders(pino({ level: "silent" }));
  provider = providers.open({ wire: "openai", url: server.url, key: "" });
});
afterAll(async () => {
  await providers.close();
  await server.close();
});

const readDeltas = (...deltas: object[]): ModelEvent[] => {
  const reader = createChatStreamReader(1024 * 1024);
  for (const delta of deltas) {
    const choices = [{ index: 0, delta, finish_reason: null }];
    reader.feed(Buffer.from(`data: ${JSON.stringify({ choices })}\n\n`));
  }
  reader.feed(Buffer.from("data: [DONE]\n\n"));
  return reader.pendingEvents;
};
const reasoningOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "reasoning" ? event.text : "")).join("");

test("vLLM with the templates of Mistral and Gemma gets alternating roles after questions without an answer", async () => {
  const { signal } = new AbortController();
  const messages = [
    { role: "user", content: "Failed." },
    { role: "user", content: "Stopped." },
    { role: "assistant", content: "" },
    { role: "user", content: "Now? [[alternate]]" },
  ] as const;
  await collect(provider.stream({ model: "scripted-large", messages: [...messages], signal }));
  expect(server.chats().at(-1)?.body?.messages).toEqual([
    { role: "user", content: "Failed.\n\nStopped.\n\nNow? [[alternate]]" },
  ]);
});

describe("a parameter that a server refuses", () => {
  const settings = { maxTokens: 50, temperature: 0.5 };
  test.each([
    ["max_tokens", "gateways before OpenAI’s reasoning models", { max_completion_tokens: 50, temperature: 0.5 }],
    ["temperature", "OpenAI’s reasoning models", { max_tokens: 50 }],
    ["stream_options", "servers with strict schemas, such as older Mistral", { max_tokens: 50, temperature: 0.5 }],
  ])("%s (%s) is left out or renamed at once, and from then on", async (name, _, expected) => {
    const ask = () => collect(provider.stream(buildModelCall(`[[refuses: ${name}]] [[answer: Yes.]]`, settings)));
    expect(textOf(await ask())).toBe("Yes.");
    expect(textOf(await ask())).toBe("Yes.");
    expect(server.chats()).toHaveLength(3);
    expect(server.chats().at(-1)?.body).toMatchObject(expected);
    expect(server.chats().at(-1)?.body).not.toHaveProperty(name);
  });
});

describe("function calls", () => {
  const call = (id: string | undefined, args: unknown, index?: number) => ({
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    function: { name: "find", arguments: args },
  });
  const joinCalls = (events: readonly ModelEvent[]) => {
    const calls: { name: string; arguments: string }[] = [];
    for (const event of events) {
      if (event.type !== "toolCall") continue;
      const { name, arguments: args } = calls[event.index] ?? { name: "", arguments: "" };
      calls[event.index] = { name: name + (event.name ?? ""), arguments: args + (event.arguments ?? "") };
    }
    return calls;
  };
  const one = { name: "find", arguments: '{"q":1}' };
  const two = { name: "find", arguments: '{"q":2}' };
  test.each([
    ["in parallel with one index (Ollama)", [[call("a", '{"q":1}', 0)], [call("b", '{"q":2}', 0)]], [one, two]],
    [
      "in parallel with one index and no id (older Ollama)",
      [[call(undefined, '{"q":1}', 0)], [call(undefined, '{"q":2}', 0)]],
      [one, two],
    ],
    ["without an index (Gemini)", [[call("a", '{"q":1}')], [call("b", '{"q":2}')]], [one, two]],
    ["without an index, in one event (Gemini)", [[call("", '{"q":1}'), call("", '{"q":2}')]], [one, two]],
    ["counted from 1 (gateways)", [[call("a", '{"q":1}', 1)]], [one]],
    [
      "whose parts repeat the name (gateways)",
      [[call("a", "", 0)], [call("a", '{"q"', 0)], [call("a", ":1}", 0)]],
      [one],
    ],
    ["with an object of arguments (Ollama’s own format)", [[call("a", { q: 1 }, 0)]], [one]],
  ])("%s are told apart", (_, parts, expected) => {
    expect(joinCalls(readDeltas(...parts.map((part) => ({ tool_calls: part }))))).toEqual(expected);
  });

  test("in the field function_call (gateways with the old format) are read, with an id", () => {
    const events = readDeltas({ function_call: { name: "find", arguments: '{"q":1}' } });
    expect(joinCalls(events)).toEqual([one]);
    expect(events[0]).toMatchObject({ id: expect.stringMatching(/./) });
  });
});

describe("thoughts", () => {
  const content = (text: string) => [...text].map((character) => ({ content: character }));
  test.each([
    ["in tags (Qwen, DeepSeek R1)", "<think>\nSix times seven.</think>\n\nIt is 42."],
    [
      "in Harmony’s channels (gpt-oss)",
      "<|channel|>analysis<|message|>Six times seven.<|end|><|start|>assistant<|channel|>final<|message|>It is 42.",
    ],
  ])("%s are reasoning", (_, text) => {
    const events = readDeltas(...content(text));
    expect(reasoningOf(events)).toBe("Six times seven.");
    expect(textOf(events)).toBe("It is 42.");
  });
  test("in parts of the content (Mistral) are reasoning", () => {
    const thinking = [{ type: "thinking", thinking: [{ type: "text", text: "Six times seven." }] }];
    const events = readDeltas({ content: thinking }, { content: [{ type: "text", text: "It is 42." }] });
    expect(reasoningOf(events)).toBe("Six times seven.");
    expect(textOf(events)).toBe("It is 42.");
  });
  test.each(["`<think>` opens the notes, `</think>` closes them.", "1 < 2", "<thin", "Marks: <|channel|>"])(
    "are not what an answer writes about them: %s",
    (text) => expect(textOf(readDeltas(...content(text)))).toBe(text),
  );
});

test.each([
  ["finish reason error (gateways)", { delta: {}, finish_reason: "error" }, "cut"],
  ["finish reason abort (SGLang)", { delta: {}, finish_reason: "abort" }, "cut"],
  ["an error in the choice (OpenRouter)", { delta: {}, finish_reason: "error", error: { code: 502 } }, "serverError"],
])("an answer with %s is not complete", (_, choice, kind) => {
  const reader = createChatStreamReader(1024 * 1024);
  const feed = () => reader.feed(Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`));
  expect(feed).toThrow(expect.objectContaining({ kind }));
});

test("the text of the event that says that the answer broke off (gateways) is kept, and what was held back before it", () => {
  const reader = createChatStreamReader(1024 * 1024);
  const feed = (choice: object) =>
    reader.feed(Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`));
  feed({ delta: { content: "<think>Six" } });
  expect(() => feed({ delta: { content: " times <" }, finish_reason: "error" })).toThrow();
  reader.end();
  expect(reasoningOf(reader.pendingEvents)).toBe("Six times <");
});

test("white space alone is not held back for ever", () => {
  const reader = createChatStreamReader(1024 * 1024);
  const choices = [{ index: 0, delta: { content: "\n".repeat(300) } }];
  reader.feed(Buffer.from(`data: ${JSON.stringify({ choices })}\n\n`));
  expect(textOf(reader.pendingEvents)).toBe("\n".repeat(300));
});

test("a refusal (OpenAI) is the answer’s text", () => {
  expect(textOf(readDeltas({ content: null, refusal: "" }, { refusal: "I can’t help." }))).toBe("I can’t help.");
});
