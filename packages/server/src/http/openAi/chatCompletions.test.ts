import type OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestPng } from "../../testing/createTestPng.ts";
import type { ApiServer } from "./testing/startApiServer.ts";
import { failureOf, startApiServer } from "./testing/startApiServer.ts";

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

const toParams = (content: string, more: Partial<Params> = {}): Params => ({
  model: server.modelId,
  messages: [{ role: "user", content }],
  ...more,
});
const ask = (content: string, more: Partial<Params> = {}) =>
  server.openai.chat.completions.create(toParams(content, more));
const stream = (content: string, more: Partial<Params> = {}) =>
  server.openai.chat.completions.create({ ...toParams(content, more), stream: true });
const getSentBody = () => server.models.chats().at(-1)?.body;
const image = `data:image/png;base64,${createTestPng(4, [0, 128, 0]).toString("base64")}`;
const weather = {
  type: "function",
  function: {
    name: "weather",
    description: "Tells the weather.",
    parameters: { type: "object", properties: { place: { type: "string" } } },
    strict: true,
  },
} as const;

describe("a chat completion", () => {
  test("is answered with the text, the reason of its end and the counted tokens", async () => {
    const completion = await ask("[[answer: Hello **world**.]]");
    expect(completion).toEqual({
      id: expect.stringMatching(/^chatcmpl-[\w-]{36}$/),
      object: "chat.completion",
      created: Math.floor(server.platform.clock.now().getTime() / 1_000),
      model: server.modelId,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Hello **world**.", refusal: null },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: 2,
        total_tokens: (completion.usage?.prompt_tokens ?? 0) + 2,
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0 },
      },
    });
    expect((await ask("[[answer: cut]] [[finish: length]]")).choices[0]?.finish_reason).toBe("length");
    expect((await ask("[[answer: cut]] [[finish: content_filter]]")).choices[0]?.finish_reason).toBe("content_filter");
  });

  test("is streamed in chunks, with the usage at the end if it is requested", async () => {
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of await stream("[[answer: Hello **world**.]]", { stream_options: { include_usage: true } }))
      chunks.push(chunk);
    expect(new Set(chunks.map(({ id, object, model }) => `${id} ${object} ${model}`)).size).toBe(1);
    expect(chunks[0]).toMatchObject({
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: { role: "assistant" }, finish_reason: null }],
      usage: null,
    });
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("Hello **world**.");
    expect(chunks.at(-2)?.choices).toEqual([{ index: 0, delta: {}, logprobs: null, finish_reason: "stop" }]);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 2 } });
    for await (const chunk of await stream("Hi")) expect(chunk).not.toHaveProperty("usage");
  });

  test("has an estimate if the model's server counts no tokens", async () => {
    const { usage } = await ask(`[[nousage]] [[answer: ${"word ".repeat(20)}]]`);
    expect(usage?.prompt_tokens).toBeGreaterThan(10);
    expect(usage?.completion_tokens).toBeGreaterThan(10);
    const count = async (more: Partial<Params>) => (await ask("[[nousage]] Hi", more)).usage?.prompt_tokens ?? 0;
    const plain = await count({});
    const functions = await count({ tools: [weather] });
    expect(functions - plain).toBeGreaterThan(20);
    const calls = [{ id: "c", type: "function", function: { name: "weather", arguments: "x".repeat(400) } }] as const;
    const messages: Params["messages"] = [
      { role: "user", content: "[[nousage]] Hi" },
      { role: "assistant", tool_calls: [...calls] },
      { role: "tool", tool_call_id: "c", content: "Rain." },
    ];
    expect((await count({ tools: [weather], messages })) - functions).toBeGreaterThan(100);
  });

  test("says how many tokens are thoughts: those that the server counts, or else an estimate of those that it shows", async () => {
    const count = async (question: string) => {
      const { usage } = await ask(question);
      let streamed: OpenAI.CompletionUsage | null | undefined;
      for await (const chunk of await stream(question, { stream_options: { include_usage: true } }))
        streamed = chunk.usage;
      expect(streamed).toEqual(usage);
      return usage?.completion_tokens_details?.reasoning_tokens;
    };
    expect(await count("[[reasoned: 2]] [[answer: one two three]]")).toBe(2);
    expect(await count("[[think: one two three]] [[answer: one two three]]")).toBeGreaterThan(0);
    expect(await count("[[answer: one two three]]")).toBe(0);
  });

  test("gives the thoughts of the model in the field that other servers use", async () => {
    const { choices } = await ask("[[think: Hm.]] [[answer: Yes.]]");
    expect(choices[0]?.message).toMatchObject({ content: "Yes.", reasoning_content: "Hm." });
    const deltas = [];
    for await (const chunk of await stream("[[think: Hm.]] [[answer: Yes.]]")) deltas.push(chunk.choices[0]?.delta);
    expect(deltas).toContainEqual({ reasoning_content: "Hm." });
  });

  test("asks the model with these messages and options, and with no prompt of the product", async () => {
    const messages: Params["messages"] = [
      { role: "system", content: "One." },
      { role: "developer", content: [{ type: "text", text: "Two." }] },
      { role: "user", content: "Hi", name: "ann" },
      { role: "assistant", content: "Hello." },
      { role: "system", content: "Now in French." },
      {
        role: "user",
        content: [
          { type: "text", text: "And" },
          { type: "text", text: "now?" },
        ],
      },
    ];
    const options = { temperature: 0, top_p: 0.5, max_completion_tokens: 7, stop: ["END", ""], seed: 1, user: "u" };
    await ask("", { messages, ...options, store: true, metadata: { a: "b" }, logit_bias: { 1: 1 } });
    expect(getSentBody()).toEqual({
      model: "scripted-large",
      messages: [
        { role: "system", content: "One.\n\nTwo." },
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello." },
        { role: "system", content: "Now in French." },
        { role: "user", content: "And\n\nnow?" },
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      top_p: 0.5,
      max_tokens: 7,
      stop: ["END"],
    });
    await ask("Hi", { max_tokens: 9, stop: "END" });
    expect(getSentBody()).toMatchObject({ messages: [{ role: "user", content: "Hi" }], max_tokens: 9, stop: ["END"] });
    await ask("Hi", { messages: [{ role: "system", content: "Greet." }] });
    expect(getSentBody()?.messages).toEqual([{ role: "user", content: "Greet." }]);
  });

  test("may end with an answer", async () => {
    await ask("", {
      messages: [
        { role: "user", content: "Count" },
        { role: "assistant", content: "One, two" },
      ],
    });
    expect(getSentBody()?.messages).toEqual([
      { role: "user", content: "Count" },
      { role: "assistant", content: "One, two" },
    ]);
  });

  test("is charged to the caller and stored nowhere", async () => {
    const { db } = server.platform;
    const before = await db.selectFrom("usage").selectAll().execute();
    const token = await server.createKey(["chat"]);
    await server.createClient(token).chat.completions.create(toParams("[[answer: one two three]]"));
    await server.settled();
    const rows = (await db.selectFrom("usage").selectAll().execute()).filter(
      ({ id }) => !before.some((row) => row.id === id),
    );
    expect(rows).toMatchObject([
      { user_id: server.ann.actor.principal.id, model_id: server.modelId, output_tokens: 3, conversation_id: null },
    ]);
    expect(await db.selectFrom("conversations").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("messages").selectAll().execute()).toEqual([]);
  });

  test("stops when the client disconnects, streamed or not", async () => {
    for (const isStreamed of [true, false]) {
      server.models.pauseAfter(2);
      const controller = new AbortController();
      const params = toParams("[[tokens: 50]]");
      const call = isStreamed
        ? server.openai.chat.completions
            .create({ ...params, stream: true }, { signal: controller.signal })
            .then(async (chunks) => {
              for await (const _ of chunks);
            })
        : server.openai.chat.completions.create(params, { signal: controller.signal });
      const ended = call.then(
        () => "done",
        () => "aborted",
      );
      await server.models.whenPaused();
      controller.abort();
      await server.models.chats().at(-1)?.aborted;
      expect(server.models.chats().at(-1)?.tokensSent).toBeLessThan(50);
      server.models.resume();
      await ended;
      await server.settled();
    }
    const rows = await server.platform.db.selectFrom("usage").select("outcome").orderBy("opened_at").execute();
    expect(rows.slice(-2)).toEqual([{ outcome: "stopped" }, { outcome: "stopped" }]);
  });
});

describe("functions", () => {
  const question =
    '[[say: I look.]] [[call: weather {"place":"Bern"}]] [[call: weather {"place":"Rome"}]] [[answer: So: {results}]]';
  const expectedCalls = [
    { id: "call_1_1", type: "function", function: { name: "weather", arguments: '{"place":"Bern"}' } },
    { id: "call_1_2", type: "function", function: { name: "weather", arguments: '{"place":"Rome"}' } },
  ];

  test("are called in parallel by the client, and the model gets their results", async () => {
    const first = await ask(question, { tools: [weather], tool_choice: "required" });
    expect(getSentBody()).toMatchObject({ tools: [weather], tool_choice: "required" });
    const message = first.choices[0]?.message;
    expect(first.choices[0]?.finish_reason).toBe("tool_calls");
    expect(message).toMatchObject({ content: "I look.", tool_calls: expectedCalls });
    if (!message) throw new Error("there is no answer");
    const second = await ask("", {
      tools: [weather],
      messages: [
        { role: "user", content: question },
        message,
        { role: "tool", tool_call_id: "call_1_2", content: "sunny" },
        { role: "tool", tool_call_id: "call_1_1", content: [{ type: "text", text: "rainy" }] },
      ],
    });
    expect(second.choices[0]?.message.content).toBe("So: rainy\nsunny");
    expect(getSentBody()?.messages?.slice(1)).toEqual([
      { role: "assistant", content: "I look.", tool_calls: expectedCalls },
      { role: "tool", tool_call_id: "call_1_1", content: "rainy" },
      { role: "tool", tool_call_id: "call_1_2", content: "sunny" },
    ]);
  });

  test("are streamed, so that the client can join their arguments", async () => {
    const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
    let reason: string | null = null;
    for await (const { choices } of await stream(question, { tools: [weather] })) {
      reason = choices[0]?.finish_reason ?? reason;
      for (const { index, id = "", type = "", function: called } of choices[0]?.delta.tool_calls ?? []) {
        calls[index] ??= { id, type, function: { name: called?.name ?? "", arguments: "" } };
        calls[index].function.arguments += called?.arguments ?? "";
      }
    }
    expect(calls).toEqual(expectedCalls);
    expect(reason).toBe("tool_calls");
  });

  test("are called one at a time if the client wants it so, whatever the model does", async () => {
    const one = await ask(question, { tools: [weather], parallel_tool_calls: false });
    expect(getSentBody()).toMatchObject({ parallel_tool_calls: false });
    expect(one.choices[0]?.message.tool_calls).toEqual(expectedCalls.slice(0, 1));
    const indexes = new Set<number>();
    for await (const { choices } of await stream(question, { tools: [weather], parallel_tool_calls: false }))
      for (const { index } of choices[0]?.delta.tool_calls ?? []) indexes.add(index);
    expect([...indexes]).toEqual([0]);
  });

  test("have the choice of the client", async () => {
    const named = { type: "function", function: { name: "weather" } } as const;
    for (const choice of ["none", "auto", "required", named] as const) {
      await ask("Hi", { tools: [weather], tool_choice: choice });
      expect(getSentBody()?.tool_choice).toEqual(choice);
    }
  });

  test("of the older form get one call in the older form, and bring its result back", async () => {
    const { function: definition } = weather;
    const { strict: _, ...functions } = definition;
    const first = await ask(question, { functions: [functions], function_call: { name: "weather" } });
    expect(first.choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { function_call: { name: "weather", arguments: '{"place":"Bern"}' } },
    });
    expect(first.choices[0]?.message).not.toHaveProperty("tool_calls");
    expect(getSentBody()?.tool_choice).toEqual({ type: "function", function: { name: "weather" } });
    const deltas: OpenAI.ChatCompletionChunk.Choice.Delta[] = [];
    for await (const chunk of await stream(question, { functions: [functions] }))
      deltas.push(...chunk.choices.map(({ delta }) => delta));
    expect(deltas.map(({ function_call: called }) => called?.arguments ?? "").join("")).toBe('{"place":"Bern"}');
    const second = await ask("", {
      functions: [functions],
      messages: [
        { role: "user", content: question },
        { role: "assistant", content: null, function_call: { name: "weather", arguments: '{"place":"Bern"}' } },
        { role: "function", name: "weather", content: "rainy" },
      ],
    });
    expect(second.choices[0]?.message.content).toBe("So: rainy");
  });

  test("can be called by a model whose server needs its thoughts back", async () => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "", reasoning_content: "Hm.", tool_calls: expectedCalls.slice(0, 1) },
      { role: "tool", tool_call_id: "call_1_1", content: "rainy" },
    ] as Params["messages"]; // the field is not OpenAI's
    await ask("", { messages, tools: [weather] });
    expect(getSentBody()?.messages?.[1]).toMatchObject({ reasoning_content: "Hm." });
  });
});

describe("the form of an answer", () => {
  test("is JSON, with a schema or without", async () => {
    const schema = { type: "object", properties: { place: { type: "string" } } };
    const format = { type: "json_schema", json_schema: { name: "place", schema, strict: true } } as const;
    const { choices } = await ask('[[answer: {"place":"Bern"}]]', { response_format: format });
    expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual({ place: "Bern" });
    expect(getSentBody()?.response_format).toEqual(format);
    await ask("Hi", { response_format: { type: "json_object" } });
    expect(getSentBody()?.response_format).toEqual({ type: "json_object" });
    await ask("Hi", { response_format: { type: "text" } });
    expect(getSentBody()).not.toHaveProperty("response_format");
  });
});

describe("images", () => {
  const withImage = (url: string, question = "What is this?"): Params["messages"] => [
    {
      role: "user",
      content: [
        { type: "text", text: question },
        { type: "image_url", image_url: { url, detail: "low" } },
      ],
    },
  ];
  const setSupport = async (supports: boolean) => {
    await server.platform.db.updateTable("models").set({ supports_images: supports }).execute();
    server.clock.advance(2_000);
  };

  test("reach a model that can read them", async () => {
    await setSupport(true);
    const uncounted = await ask("", { messages: withImage(image, "[[nousage]]") });
    expect(uncounted.usage?.prompt_tokens).toBeGreaterThan(1_000);
    await ask("", { messages: withImage(image) });
    expect(getSentBody()?.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image_url", image_url: { url: image } },
        ],
      },
    ]);
    await setSupport(false);
    expect(await failureOf(ask("", { messages: withImage(image) }))).toMatchObject({ status: 400, param: "messages" });
  });

  test("are never loaded from the web, and must be images", async () => {
    for (const url of [
      "https://example.org/a.png",
      "http://127.0.0.1:1/a.png",
      "data:text/html;base64,AAAA",
      "data:image/png;base64,!",
      "",
    ])
      expect(await failureOf(ask("", { messages: withImage(url) }))).toMatchObject({
        status: 400,
        code: "invalid_image_url",
        param: "messages[0].content[1].image_url",
        type: "invalid_request_error",
      });
    expect((await failureOf(ask("", { messages: withImage("https://example.org/a.png") }))).message).toContain(
      "Images are not loaded from the web.",
    );
    expect(server.models.chats()).toEqual([]);
  });
});
