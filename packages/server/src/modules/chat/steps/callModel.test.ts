import { applyChatEvent, type ChatEvent, emptyAnswer, limits } from "@lectern/contract";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createModelProviders } from "../../../platform/modelProviders/createModelProviders.ts";
import type { ModelCall, ModelEvent, ModelProvider } from "../../../platform/modelProviders/modelProvider.ts";
import { type ModelServer, startModelServer } from "../../../testing/modelServer/startModelServer.ts";
import { callModel, createCallOutput } from "./callModel.ts";

const providers = createModelProviders(pino({ level: "silent" }));
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterEach(() => server.reset());
afterAll(async () => {
  await server.close();
  await providers.close();
});

/** Calls the scripted server or the given provider, and returns the outcome, the events and the answer. */
async function ask(
  prompt: string,
  options: { signal?: AbortSignal; provider?: ModelProvider; more?: Partial<ModelCall> } = {},
) {
  const events: ChatEvent[] = [];
  const provider = options.provider ?? providers.open({ wire: "openai", url: server.url, key: "" });
  const signal = options.signal ?? new AbortController().signal;
  const call = {
    model: "scripted-large",
    messages: [{ role: "user" as const, content: prompt }],
    maxTokens: 100,
    signal,
    ...options.more,
  };
  const outcome = await callModel(
    provider,
    call,
    createCallOutput((event) => events.push(event)),
  );
  return { outcome, events, answer: events.reduce(applyChatEvent, emptyAnswer) };
}

function createProvider(batches: readonly (readonly ModelEvent[])[]): ModelProvider {
  return {
    async *stream() {
      yield* batches;
    },
    listModels: () => Promise.resolve([]),
  };
}

describe("an answer", () => {
  test("whose thoughts only end has them as reasoning, and is no answer without further text", async () => {
    const thoughts: ModelEvent[] = [{ type: "text", text: "Six times seven." }, { type: "thoughtsEnd" }];
    const finish: ModelEvent = { type: "finish", reason: "stop" };
    const { answer, outcome } = await ask("", {
      provider: createProvider([thoughts, [{ type: "text", text: "42." }, finish]]),
    });
    expect([answer.content, answer.reasoning, outcome.end]).toEqual(["42.", "Six times seven.", "done"]);
    const { outcome: emptyOutcome } = await ask("", { provider: createProvider([[...thoughts, finish]]) });
    expect(emptyOutcome.end).toBe("failed");
  });

  test("[C7.47] becomes text events of one source, with the model server's usage and finish reason", async () => {
    const { outcome, events, answer } = await ask("[[tokens:200]]");
    expect(answer.content.split(/\s+/)).toHaveLength(200);
    expect(events.every((event) => event.s === "0")).toBe(true);
    expect(outcome).toEqual({
      end: "done",
      finishReason: "stop",
      usage: expect.objectContaining({ outputTokens: 200 }),
      failure: null,
    });
  });

  test("the first text is sent alone; texts that arrive together are sent together", async () => {
    const texts = (...contents: string[]) => contents.map((text): ModelEvent => ({ type: "text", text }));
    const { events } = await ask("", { provider: createProvider([texts("a"), texts("b", "c"), texts("d")]) });
    expect(events).toEqual([
      { s: "0", d: "a" },
      { s: "0", d: "bcd" },
    ]);
  });

  test("[C7.47] function calls pass through as deltas, in order", async () => {
    const { outcome, answer } = await ask("[[tool:find_place]]");
    expect(answer.toolCalls).toEqual([{ id: "call_1", name: "find_place", arguments: '{"place":"Zürich"}' }]);
    expect(outcome.end).toBe("done");
  });

  test("reasoning is sent in order with the text and batched like it", async () => {
    const reasoning = (content: string): ModelEvent => ({ type: "reasoning", text: content });
    const text = (content: string): ModelEvent => ({ type: "text", text: content });
    const batches = [
      [reasoning("a"), reasoning("b")],
      [reasoning("c"), text("One"), text(" two")],
      [reasoning("d"), text(" three")],
    ];
    const { outcome, events, answer } = await ask("", { provider: createProvider(batches) });
    expect(events).toEqual([
      { s: "meta", r: "a" },
      { s: "meta", r: "bc" },
      { s: "0", d: "One" },
      { s: "0", d: " two" },
      { s: "meta", r: "d" },
      { s: "0", d: " three" },
    ]);
    expect(answer).toMatchObject({ reasoning: "abcd", content: "One two three" });
    expect(outcome.end).toBe("done");
  });

  test("reasoning alone is not an answer, and it counts toward the length limit", async () => {
    const thinking = (text: string) => createProvider([[{ type: "reasoning", text }]]);
    const reasoningOnly = await ask("", { provider: thinking("Hm.") });
    expect(reasoningOnly.outcome).toMatchObject({
      end: "failed",
      failure: { userMessage: "The model gave no answer. Please try again, or choose another model." },
    });
    expect(reasoningOnly.answer.reasoning).toBe("Hm.");
    const endlessReasoning = await ask("", { provider: thinking("x".repeat(limits.messageLength + 1)) });
    expect(endlessReasoning.outcome).toMatchObject({ end: "failed", failure: { code: "tooLarge" } });
  });

  test("the reasoning of all calls of an answer counts toward the limit, but is no text of it", async () => {
    const callAgain = (earlierReasoning: string, events: ModelEvent[]) => {
      const call = { model: "m", messages: [], maxTokens: 100, signal: new AbortController().signal };
      const earlierAnswer = { ...emptyAnswer, reasoning: earlierReasoning };
      return callModel(createProvider([events]), call, { ...createCallOutput(() => undefined), earlierAnswer });
    };
    const longReasoning = "x".repeat(limits.messageLength - 1);
    const tooLong = await callAgain(longReasoning, [{ type: "reasoning", text: "yz" }]);
    expect(tooLong).toMatchObject({ end: "failed", failure: { code: "tooLarge" } });
    expect(await callAgain("Hm.", [])).toMatchObject({
      failure: { userMessage: "The model gave no answer. Please try again, or choose another model." },
    });
  });

  test("noise between the events is ignored, and characters split across network chunks arrive whole", async () => {
    const { outcome, answer } = await ask("[[answer:Grüße 👋 aus Zürich]] [[rubbish:5]] [[split]]");
    expect(answer.content).toBe("Grüße 👋 aus Zürich");
    expect(outcome.end).toBe("done");
  });
});

describe("a stop", () => {
  test("ends the call at the model's server and keeps the text so far", async () => {
    const stop = new AbortController();
    server.pauseAfter(3);
    const asking = ask("[[tokens:50]]", { signal: stop.signal });
    await server.whenPaused();
    const [request] = server.chats();
    stop.abort();
    const { outcome } = await asking;
    await request?.aborted;
    expect(outcome).toMatchObject({ end: "stopped", failure: null });
    expect(request?.isAborted).toBe(true);
  });

  test("that arrives before the call prevents it", async () => {
    const { outcome } = await ask("Hi", { signal: AbortSignal.abort() });
    expect(outcome.end).toBe("stopped");
    expect(server.chats()).toEqual([]);
  });
});

describe("a failure", () => {
  test.each([
    ["[[status:401]]", "providerFailed"],
    ["[[status:404]]", "providerFailed"],
    ["[[status:429; retry-after: 7]]", "rateLimited"],
    ["[[status:500]]", "providerFailed"],
    ["[[status:503]]", "unavailable"],
    ["[[status:400; code: context_length_exceeded]]", "tooLarge"],
    ["[[html]]", "providerFailed"],
    ["[[empty]]", "providerFailed"],
    ["[[cut:0]]", "providerFailed"],
  ])("%s before the first token emits no event and fails with %s", async (directive, code) => {
    const { outcome, events } = await ask(directive);
    expect(events).toEqual([]);
    expect(outcome).toMatchObject({ end: "failed", failure: { code } });
  });

  test.each([{}, { tools: [{ name: "weather", parameters: {} }] }])(
    "of a model that refuses a picture says so and what to do, but only if the chat has one (%o)",
    async (more) => {
      const content = "[[status:400; code: image_parse_error]]";
      const images = [{ mediaType: "image/png", data: "iVBORw0KGgo=" }];
      const withPicture = [
        { role: "user" as const, content: "What is this?", images },
        { role: "assistant" as const, content: "A picture." },
        { role: "user" as const, content },
      ];
      const { outcome } = await ask("", { more: { ...more, messages: withPicture } });
      const userMessage =
        "The model didn’t accept a picture in this chat. Please remove the picture, or choose another model.";
      expect(outcome).toMatchObject({ end: "failed", failure: { code: "providerFailed", userMessage } });
      const { outcome: textOutcome } = await ask(content, { more });
      expect(textOutcome.failure?.userMessage).toMatch(/^The model’s server rejected the request\./);
    },
  );

  test.each([
    [{ responseFormat: { type: "json" as const } }, "structured answers"],
    [{ tools: [{ name: "weather", parameters: {} }] }, "functions"],
  ])("of a server that may not support a requested feature names that feature", async (more, feature) => {
    const { outcome } = await ask("[[status:400]]", { more });
    expect(outcome).toMatchObject({ end: "failed", failure: { code: "providerFailed" } });
    expect(outcome.failure?.userMessage).toContain(`It may not support ${feature}`);
    const { outcome: otherOutcome } = await ask("[[status:500]]", { more });
    expect(otherOutcome.failure?.userMessage).not.toContain("may not support");
  });

  test.each(["[[cut:5]]", "[[end:5]]", "[[error:5]]"])(
    "%s during an answer keeps the text so far",
    async (directive) => {
      const { outcome, answer } = await ask(`[[answer:one two three four five six seven]] ${directive}`);
      expect(answer.content).toBe("one two three four five");
      expect(outcome).toMatchObject({ end: "failed", failure: { code: "providerFailed" } });
    },
  );

  test("an endless answer is cut off", async () => {
    const endlessProvider: ModelProvider = {
      async *stream() {
        for (;;) yield [{ type: "text", text: "x".repeat(1_000_000) }];
      },
      listModels: () => Promise.resolve([]),
    };
    const { outcome, answer } = await ask("", { provider: endlessProvider });
    expect(outcome).toMatchObject({ end: "failed", failure: { code: "tooLarge" } });
    expect(answer.content.length).toBe(limits.messageLength);
  });

  test("an answer that reached its length limit before the first token says so", async () => {
    const { outcome } = await ask("", { provider: createProvider([[{ type: "finish", reason: "length" }]]) });
    expect(outcome.failure?.userMessage).toContain("longer response");
  });
});
