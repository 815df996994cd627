import type OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ApiServer, failureOf, startApiServer } from "./testing/startApiServer.ts";

type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming;

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

const ask = (input: NonNullable<Params["input"]>, more: Partial<Params> = {}) =>
  server.openai.responses.create({ model: server.modelId, input, ...more });
async function stream(input: NonNullable<Params["input"]>, more: Partial<Params> = {}) {
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  const params = { model: server.modelId, input, ...more, stream: true } as const;
  for await (const event of await server.openai.responses.create(params)) events.push(event);
  return events;
}
const getSentBody = () => server.models.chats().at(-1)?.body;
const weather = {
  type: "function",
  name: "weather",
  description: "Tells the weather.",
  parameters: { type: "object", properties: { place: { type: "string" } } },
  strict: true,
} as const;
const question =
  '[[say: I look.]] [[call: weather {"place":"Bern"}]] [[call: weather {"place":"Rome"}]] [[answer: So: {results}]]';

describe("a response", () => {
  test("has the text as a message, the counted tokens and what was asked", async () => {
    const response = await ask("[[answer: Hello.]]", {
      instructions: "Be brief.",
      temperature: 0,
      max_output_tokens: 9,
    });
    expect(response).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: "response",
      status: "completed",
      model: server.modelId,
      output_text: "Hello.",
      output: [
        {
          id: expect.stringMatching(/^msg_/),
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "Hello.", annotations: [] }],
        },
      ],
      instructions: "Be brief.",
      temperature: 0,
      max_output_tokens: 9,
      store: false,
      error: null,
      usage: { output_tokens: 1, input_tokens_details: { cached_tokens: 0 } },
    });
    expect(getSentBody()).toMatchObject({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "[[answer: Hello.]]" },
      ],
      temperature: 0,
      max_tokens: 9,
    });
    expect(await ask("[[answer: cut]] [[finish: length]]")).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ type: "message", status: "incomplete" }],
    });
    expect(await ask("[[reasoned: 2]] [[answer: one two three]]")).toMatchObject({
      usage: { output_tokens: 3, output_tokens_details: { reasoning_tokens: 2 } },
    });
  });

  test("is streamed as typed events", async () => {
    const events = await stream("[[answer: Hello **world**.]]");
    expect(events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    const deltas = events.map((event) => (event.type === "response.output_text.delta" ? event.delta : ""));
    expect(deltas.join("")).toBe("Hello **world**.");
    const last = events.at(-1);
    if (last?.type !== "response.completed") throw new Error("the response is not complete");
    expect(last.response).toMatchObject({
      status: "completed",
      output: [{ type: "message", content: [{ text: "Hello **world**." }] }],
      usage: { output_tokens: 2 },
    });
  });

  test("calls functions, whose results come back as items", async () => {
    const first = await ask(question, { tools: [weather], tool_choice: { type: "function", name: "weather" } });
    expect(first.output).toMatchObject([
      { type: "message", content: [{ text: "I look." }] },
      { type: "function_call", call_id: "call_1_1", name: "weather", arguments: '{"place":"Bern"}' },
      { type: "function_call", call_id: "call_1_2", name: "weather", arguments: '{"place":"Rome"}' },
    ]);
    const { type: _, ...definition } = weather;
    expect(getSentBody()).toMatchObject({
      tools: [{ type: "function", function: definition }],
      tool_choice: { type: "function", function: { name: "weather" } },
    });
    const second = await ask(
      [
        { role: "user", content: [{ type: "input_text", text: question }] },
        { type: "reasoning", id: "rs_1", summary: [] },
        ...(first.output as OpenAI.Responses.ResponseInputItem[]), // what a client sends back
        { type: "function_call_output", call_id: "call_1_1", output: "rainy" },
        { type: "function_call_output", call_id: "call_1_2", output: [{ type: "input_text", text: "sunny" }] },
      ],
      { tools: [weather] },
    );
    expect(second.output_text).toBe("So: rainy\nsunny");
    expect(getSentBody()?.messages?.[1]).toMatchObject({ role: "assistant", content: "I look.", tool_calls: [{}, {}] });
  });

  test("streams the arguments of functions", async () => {
    const events = await stream(question, { tools: [weather] });
    const argumentsOf = (outputIndex: number) =>
      events
        .map((event) =>
          event.type === "response.function_call_arguments.delta" && event.output_index === outputIndex
            ? event.delta
            : "",
        )
        .join("");
    expect([argumentsOf(1), argumentsOf(2)]).toEqual(['{"place":"Bern"}', '{"place":"Rome"}']);
    const done = events.flatMap((event) => (event.type === "response.output_item.done" ? [event.item] : []));
    expect(done).toMatchObject([
      { type: "message", content: [{ text: "I look." }] },
      { type: "function_call", call_id: "call_1_1", name: "weather", arguments: '{"place":"Bern"}' },
      { type: "function_call", call_id: "call_1_2", name: "weather", arguments: '{"place":"Rome"}' },
    ]);
    const last = events.at(-1);
    expect(last?.type === "response.completed" && last.response.output).toEqual(done);
  });

  test("has the form that was asked for", async () => {
    const schema = { type: "object", properties: {} };
    const { text } = await ask("Hi", {
      text: { format: { type: "json_schema", name: "place", schema, strict: true } },
    });
    expect(text).toMatchObject({ format: { type: "json_schema", name: "place" } });
    expect(getSentBody()?.response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "place", schema, strict: true },
    });
    await ask("Hi", { text: { format: { type: "json_object" } } });
    expect(getSentBody()?.response_format).toEqual({ type: "json_object" });
  });

  test("that fails after its start ends with the failure", async () => {
    const events = await stream("[[tokens: 20]] [[error: 3]]");
    expect(events.at(-1)).toMatchObject({
      type: "response.failed",
      response: {
        status: "failed",
        error: { code: "server_error", message: "The model’s server reported an error." },
        output: [{ type: "message", status: "incomplete", content: [{ text: "the river turns" }] }],
      },
    });
  });

  test("that was cut off has an incomplete last item", async () => {
    const events = await stream("[[answer: one two]] [[finish: length]]");
    expect(events.find(({ type }) => type === "response.output_item.done")).toMatchObject({
      item: { status: "incomplete" },
    });
    expect(events.at(-1)).toMatchObject({
      type: "response.incomplete",
      response: { status: "incomplete", output: [{ status: "incomplete" }] },
    });
  });

  test("says what is not supported", async () => {
    const refusals: [Partial<Params>, string][] = [
      [{ previous_response_id: "resp_1" }, "previous_response_id"],
      [{ conversation: "conv_1" }, "conversation"],
      [{ background: true }, "background"],
      [{ prompt: { id: "pmpt_1" } }, "prompt"],
      [{ tools: [{ type: "web_search" }] }, "tools[0].type"],
      [{ tools: [{ ...weather, name: "no name" }] }, "tools[0].name"],
      [{ tools: [weather], tool_choice: { type: "function", name: "other" } }, "tool_choice"],
      [{ input: [{ type: "item_reference", id: "msg_1" }] }, "input[0].type"],
      [{ input: [{ type: "function_call_output", call_id: "call_9", output: "x" }] }, "input[0].call_id"],
      [{ input: [{ role: "user", content: [{ type: "input_file", file_id: "f" }] }] }, "input[0].content[0].type"],
      [{ input: [] }, "input"],
      [{ input: [{ role: "user", content: null as unknown as string }] }, "input[0].content"],
      [{ input: "word ".repeat(40_000) }, "input"],
    ];
    for (const [more, param] of refusals)
      expect(await failureOf(ask("Hi", more))).toMatchObject({ status: 400, param, type: "invalid_request_error" });
    expect(server.models.chats()).toEqual([]);
    expect(await ask("Hi", { store: true })).toMatchObject({ store: false });
  });
});
