import { randomUUID } from "node:crypto";
import { type AssistantContentInput, deactivateApiKey } from "@lectern/contract";
import type { InjectOptions } from "fastify";
import type OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { insertTestAssistant } from "../../modules/assistants/testing/insertTestAssistant.ts";
import { createScriptedReader } from "../../modules/files/documents/testing/scriptedReader.ts";
import { countRequest } from "../../modules/requestRates/service.ts";
import { createTestKey } from "../../testing/createTestKey.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { type ApiServer, failureOf, startApiServer } from "./testing/startApiServer.ts";

let server: ApiServer;
const embeddingsModel = "text-embedding-scripted";
beforeAll(async () => {
  server = await startApiServer({ documents: createScriptedReader(), environment: { REQUESTS_PER_MINUTE: "2000" } });
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

const ask = (client: OpenAI, model: string, content = "[[answer: Hello.]]") =>
  client.chat.completions.create({ model, messages: [{ role: "user", content }] });
/** Sends any body, also one that is not JSON. */
async function send(
  url: string,
  payload: string | object,
  { token = server.ann.token, ...more }: InjectOptions & { token?: string } = {},
) {
  const headers = { "content-type": "application/json", ...(token === "" ? {} : { authorization: `Bearer ${token}` }) };
  const reply = await server.app.inject({ method: "POST", url, headers, payload, ...more });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    error: reply.json<{ error?: Record<string, unknown> }>().error,
  };
}
const createAssistant = (content: Partial<AssistantContentInput> = {}, ownerId = server.ann.actor.principal.id) =>
  insertTestAssistant(server.platform, ownerId, { name: "Guide", instructions: "Be kind.", ...content });

describe("the list of models", () => {
  test("has the models, assistants and the embeddings model that the caller may use, each of which can be read", async () => {
    const stranger = await server.signIn(`${randomUUID()}@uni.edu`);
    const [own, foreign] = [await createAssistant(), await createAssistant({}, stranger.actor.principal.id)];
    const { data } = await server.openai.models.list();
    const ids = data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([server.modelId, `assistant/${own.id}`, embeddingsModel]));
    expect(ids).not.toContain(`assistant/${foreign.id}`);
    for (const model of data) {
      expect(model).toMatchObject({ object: "model", created: expect.any(Number), owned_by: expect.any(String) });
      expect(await server.openai.models.retrieve(model.id)).toMatchObject({ id: model.id, object: "model" });
    }
    for (const id of ["nothing", `assistant/${foreign.id}`, "assistant/", "assistant/../x", "assistant/a\0b"])
      expect(await failureOf(server.openai.models.retrieve(id))).toMatchObject({
        status: 404,
        code: "model_not_found",
      });
  });

  test("has only what a key opens", async () => {
    const { id } = await createAssistant();
    const list = async (client: OpenAI) => (await client.models.list()).data.map((model) => model.id);
    const chatOnly = server.createClient(await server.createKey(["chat"]));
    expect(await list(chatOnly)).toContain(server.modelId);
    expect((await list(chatOnly)).filter((each) => each.startsWith("assistant/") || each === embeddingsModel)).toEqual(
      [],
    );
    expect(await failureOf(chatOnly.models.retrieve(`assistant/${id}`))).toMatchObject({ status: 403 });
    const all = server.createClient(await server.createKey(["chat", "assistants", "dual_embedding"]));
    expect(await list(all)).toEqual(expect.arrayContaining([`assistant/${id}`, embeddingsModel]));
    expect(await failureOf(server.createClient(await server.createKey(["share"])).models.list())).toMatchObject({
      status: 403,
      code: "insufficient_permissions",
    });
  });

  test("has no models that are reserved for others, and they do not answer", async () => {
    const { db } = server.platform;
    const setGroups = async (names: string[]) => {
      const value = JSON.stringify(names);
      await db
        .updateTable("models")
        .set({ exclusive_group_availability: value })
        .where("id", "=", server.modelId)
        .execute();
      server.clock.advance(2_000);
    };
    await setGroups(["Staff"]);
    expect((await server.openai.models.list()).data.map(({ id }) => id)).not.toContain(server.modelId);
    const refusals = [ask(server.openai, server.modelId), ask(server.openai, "nothing")];
    for (const refusal of refusals)
      expect(await failureOf(refusal)).toMatchObject({ status: 404, code: "model_not_found", param: "model" });
    expect(server.models.chats()).toEqual([]);
    await setGroups([]);
  });
});

describe("an assistant", () => {
  test("answers with its instructions and documents, also after results of functions", async () => {
    const file = await uploadTestFile(server, server.ann, { name: "hours.txt", content: "The library opens at nine." });
    const { id } = await createAssistant({
      dataSources: [{ id: `s3://${file.id}`, name: "hours.txt", type: "text/plain" }],
    });
    const completion = await ask(
      server.openai,
      `assistant/${id}`,
      "When does the library open? [[answer: At nine [1].]]",
    );
    expect(completion).toMatchObject({ model: `assistant/${id}`, choices: [{ message: { content: "At nine [1]." } }] });
    const body = server.models.chats().at(-1)?.body;
    expect(body?.messages?.[0]).toEqual({ role: "system", content: "Be kind." });
    expect(body?.messages?.[1]?.content).toContain("The library opens at nine.");
    const call = { id: "call_1", type: "function", function: { name: "time", arguments: "{}" } } as const;
    await server.openai.chat.completions.create({
      model: `assistant/${id}`,
      tools: [{ type: "function", function: { name: "time" } }],
      messages: [
        { role: "user", content: "When does the library open?" },
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "call_1", content: "Noon." },
      ],
    });
    const [, question, answer, result] = server.models.chats().at(-1)?.body?.messages ?? [];
    expect(question?.content).toContain("The library opens at nine.");
    expect(answer).toMatchObject({ tool_calls: [call] });
    expect(result).toMatchObject({ role: "tool", content: "Noon." });
  });

  test("does not exist for strangers, and needs the scope of a key", async () => {
    const { id } = await createAssistant();
    const stranger = await server.signIn(`${randomUUID()}@uni.edu`);
    const clients = {
      stranger: server.createClient(stranger.token),
      chat: server.createClient(await server.createKey(["chat"])),
    };
    expect(await failureOf(ask(clients.stranger, `assistant/${id}`))).toMatchObject({
      status: 404,
      code: "model_not_found",
    });
    expect(await failureOf(ask(clients.chat, `assistant/${id}`))).toMatchObject({ status: 403 });
    expect(server.models.chats()).toEqual([]);
  });
});

describe("embeddings", () => {
  test("are computed for one text or many, as numbers or base64, counted and charged", async () => {
    const client = server.createClient(await server.createKey(["dual_embedding"]));
    const one = await client.embeddings.create({ model: embeddingsModel, input: "one two", encoding_format: "float" });
    expect(one).toMatchObject({
      object: "list",
      model: embeddingsModel,
      data: [{ object: "embedding", index: 0 }],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    });
    // Without a format, the official client asks for base64 and decodes it.
    const many = await client.embeddings.create({ model: embeddingsModel, input: ["one two", "three"] });
    expect(many.data.map(({ index }) => index)).toEqual([0, 1]);
    const [first, other] = [one.data[0]?.embedding ?? [], many.data[0]?.embedding ?? []];
    expect(other).toHaveLength(first.length);
    for (const [index, value] of first.entries()) expect(other[index]).toBeCloseTo(value, 5);
    const rows = await server.platform.db.selectFrom("usage").selectAll().where("purpose", "=", "embedding").execute();
    expect(rows.slice(-2)).toMatchObject([
      { user_id: server.ann.actor.principal.id, input_tokens: 2, outcome: "done" },
      { user_id: server.ann.actor.principal.id, input_tokens: 3, outcome: "done" },
    ]);
  });

  test("are refused for tokens, other models, too much text and without the scope", async () => {
    const create = (more: Partial<OpenAI.EmbeddingCreateParams>, client = server.openai) =>
      client.embeddings.create({ model: embeddingsModel, input: "Hi", ...more });
    for (const more of [
      { input: [1, 2] },
      { input: [[1, 2]] },
      { input: [] },
      { input: "" },
      { input: ["a", ""] },
      { input: "x".repeat(100_001) },
      { input: Array.from({ length: 2_049 }, () => "x") },
      { input: Array.from({ length: 21 }, () => "x".repeat(100_000)) },
    ])
      expect(await failureOf(create(more))).toMatchObject({ status: 400, param: "input" });
    expect(await failureOf(create({ dimensions: 3 }))).toMatchObject({ status: 400, param: "dimensions" });
    for (const model of [server.modelId, "text-embedding-3-small"])
      expect(await failureOf(create({ model }))).toMatchObject({ status: 404, code: "model_not_found" });
    const key = server.createClient(await server.createKey(["chat"]));
    expect(await failureOf(create({}, key))).toMatchObject({ status: 403 });
    expect(server.models.embeddings()).toEqual([]);
  });

  test("fail as the model's server does", async () => {
    const input = "[[status: 429; retry-after: 7]]";
    const failure = await failureOf(server.openai.embeddings.create({ model: embeddingsModel, input }));
    expect(failure).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
    expect(failure.headers?.get("retry-after")).toBe("7");
  });
});

describe("errors", () => {
  test("have OpenAI's shape for whoever has no valid key", async () => {
    const cookie = { cookie: `lectern_session=${server.ann.cookie}` };
    for (const url of ["/v1/models", "/v1/chat/completions", "/v1/responses", "/v1/embeddings"])
      for (const headers of [
        {},
        { authorization: "Bearer nothing" },
        { authorization: "Bearer amp-nothing" },
        cookie,
      ]) {
        const method = url === "/v1/models" ? "GET" : "POST";
        const reply = await server.app.inject({ method, url, headers });
        expect(reply.statusCode).toBe(401);
        expect(reply.json()).toEqual({
          error: {
            message: JSON.stringify(headers).includes("amp-")
              ? "This API key is not valid."
              : "The authorization header has no valid API key or access token.",
            type: "invalid_request_error",
            param: null,
            code: "invalid_api_key",
          },
        });
      }
    const client = server.createClient("amp-nothing");
    expect(await failureOf(ask(client, server.modelId))).toMatchObject({ status: 401, code: "invalid_api_key" });
  });

  test("have it for unreadable bodies and unknown paths", async () => {
    for (const url of ["/v1/chat/completions", "/v1/responses", "/v1/embeddings"]) {
      for (const payload of ["", "{", "null", "[]", '"x"'])
        expect(await send(url, payload)).toMatchObject({
          status: 400,
          error: { type: "invalid_request_error", param: null },
        });
      expect(
        await send(url, "x", {
          headers: { authorization: `Bearer ${server.ann.token}`, "content-type": "text/plain" },
        }),
      ).toMatchObject({
        status: 400,
        error: { type: "invalid_request_error" },
      });
      expect(await send(url, "x".repeat(40_000_001))).toMatchObject({
        status: 413,
        error: { type: "invalid_request_error", code: "request_too_large" },
      });
    }
    for (const url of ["/v1/", "/v1/files", "/v1/chat", "/v1/chat/completions/x", "/v1/%ff", "/v1/files?key=secret"]) {
      const { status, error } = await send(url, "{}");
      expect({ url, status, type: error?.type }).toEqual({
        url,
        status: url.includes("%") ? 400 : 404,
        type: "invalid_request_error",
      });
      expect(JSON.stringify(error)).not.toContain("secret");
    }
    expect((await send("/v1/chat/completions", "", { method: "GET" })).status).toBe(404);
  });

  test("name the field of a chat completion that is wrong", async () => {
    const hello = { role: "user", content: "Hi" };
    const tool = { type: "function", function: { name: "weather" } };
    const call = { id: "call_1", type: "function", function: { name: "weather", arguments: "{}" } };
    const called = { role: "assistant", tool_calls: [call] };
    const result = { role: "tool", content: "Rain." };
    const wrong: [object, string][] = [
      [{ model: undefined }, "model"],
      [{ model: 1 }, "model"],
      [{ messages: undefined }, "messages"],
      [{ messages: [] }, "messages"],
      [{ messages: [{ role: "robot", content: "Hi" }] }, "messages[0].role"],
      [{ messages: [{ role: "user", content: 1 }] }, "messages[0].content"],
      ...["system", "developer", "user"].map((role): [object, string] => [
        { messages: [{ role, content: null }] },
        "messages[0].content",
      ]),
      [{ messages: [hello, called, { role: "tool", tool_call_id: "call_1" }] }, "messages[2].content"],
      [{ messages: [{ role: "user", content: [{ type: "input_audio" }] }] }, "messages[0].content[0].type"],
      [{ messages: [hello, { role: "tool", tool_call_id: "call_1", content: "x" }] }, "messages[1].tool_call_id"],
      [{ messages: [hello, called, hello, { ...result, tool_call_id: "call_1" }] }, "messages[3].tool_call_id"],
      [{ messages: [hello, called, { ...result, tool_call_id: "other" }] }, "messages[2].tool_call_id"],
      [
        { messages: [hello, { role: "assistant", tool_calls: [{ id: "x", type: "custom" }] }] },
        "messages[1].tool_calls[0].type",
      ],
      [{ temperature: 3 }, "temperature"],
      [{ top_p: -1 }, "top_p"],
      [{ max_tokens: 0 }, "max_tokens"],
      [{ n: 2 }, "n"],
      [{ logprobs: true }, "logprobs"],
      [{ modalities: ["text", "audio"] }, "modalities"],
      [{ stop: ["1", "2", "3", "4", "5"] }, "stop"],
      [{ tools: [{ type: "custom" }] }, "tools[0].type"],
      [{ tools: [{ type: "function", function: { name: "no name" } }] }, "tools[0].function.name"],
      [{ tools: [tool, tool] }, "tools"],
      [{ tools: [tool], tool_choice: { type: "function", function: { name: "other" } } }, "tool_choice"],
      [{ tool_choice: "required" }, "tool_choice"],
      [{ response_format: { type: "xml" } }, "response_format.type"],
    ];
    for (const [more, param] of wrong) {
      const { status, error } = await send("/v1/chat/completions", {
        model: server.modelId,
        messages: [hello],
        ...more,
      });
      expect({ more, status, param: error?.param }).toEqual({ more, status: 400, param });
    }
    expect(server.models.chats()).toEqual([]);
  });

  test("say that the messages are too long, whoever finds it out", async () => {
    const long = "word ".repeat(40_000);
    expect(await failureOf(ask(server.openai, server.modelId, long))).toMatchObject({
      status: 400,
      code: "context_length_exceeded",
      param: "messages",
    });
    // Earlier messages are not left out, as they are in a chat.
    const messages = [long, "short"].map((content) => ({ role: "user" as const, content }));
    const { openai, modelId: model } = server;
    expect(await failureOf(openai.chat.completions.create({ model, messages }))).toMatchObject({ status: 400 });
    expect(server.models.chats()).toEqual([]);
    const refused = ask(openai, model, "[[status: 400; code: context_length_exceeded]]");
    expect(await failureOf(refused)).toMatchObject({ status: 400, code: "context_length_exceeded" });
  });

  test("of the model's server have a status that tells whether to repeat the call", async () => {
    const fail = (directive: string) => failureOf(ask(server.openai, server.modelId, `[[status: ${directive}]]`));
    const busy = await fail("429; retry-after: 70");
    expect(busy).toMatchObject({ status: 429, type: "requests", code: "rate_limit_exceeded" });
    expect(busy.headers?.get("retry-after")).toBe("70");
    expect(await fail("400")).toMatchObject({ status: 400, type: "invalid_request_error" });
    expect(await fail("400; code: content_filter")).toMatchObject({ status: 400, code: "content_filter" });
    expect(await fail("500")).toMatchObject({ status: 502, type: "server_error" });
    expect(await fail("401")).toMatchObject({ status: 502, type: "server_error" });
    const cut = ask(server.openai, server.modelId, "[[tokens: 9]] [[cut: 4]]");
    expect(await failureOf(cut)).toMatchObject({ status: 502, type: "server_error" });
  });

  test("arrive as an event once the answer has begun", async () => {
    const stream = await server.openai.chat.completions.create({
      model: server.modelId,
      messages: [{ role: "user", content: "[[tokens: 20]] [[error: 3]]" }],
      stream: true,
    });
    let text = "";
    const read = async () => {
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
    };
    expect((await failureOf(read())).message).toContain("The model’s server reported an error.");
    expect(text).toBe("the river turns");
  });

  test("that interrupt an answer have the same codes as those before it, streamed or not", async () => {
    for (const [code, expected] of [
      ["content_filter", { type: "invalid_request_error", code: "content_filter" }],
      [
        "context_length_exceeded",
        { type: "invalid_request_error", code: "context_length_exceeded", param: "messages" },
      ],
      ["rate_limit_exceeded", { type: "requests", code: "rate_limit_exceeded" }],
      ["insufficient_quota", { type: "server_error", code: null }],
    ] as const) {
      const content = `[[tokens: 20]] [[error: 3; code: ${code}]]`;
      const read = async () => {
        const stream = await server.openai.chat.completions.create({
          model: server.modelId,
          messages: [{ role: "user", content }],
          stream: true,
        });
        for await (const _ of stream);
      };
      const [streamed, whole] = [await failureOf(read()), await failureOf(ask(server.openai, server.modelId, content))];
      expect(streamed, code).toMatchObject(expected);
      expect(whole, code).toMatchObject(expected);
      expect(streamed.message).toBe(whole.message.replace(/^\d+ /, ""));
      const events: OpenAI.Responses.ResponseStreamEvent[] = [];
      const input = { model: server.modelId, input: content, stream: true } as const;
      for await (const event of await server.openai.responses.create(input)) events.push(event);
      expect(events.at(-1), code).toMatchObject({
        type: "response.failed",
        response: { error: { code: expected.code ?? "server_error" } },
      });
    }
  });

  test("say when a limit is reached, and when to come back", async () => {
    server.clock.advance(61_000);
    countRequest(server.platform, server.ann.actor, 1_995);
    const failure = await failureOf(ask(server.openai, server.modelId));
    expect(failure).toMatchObject({ status: 429, type: "requests", code: "rate_limit_exceeded" });
    expect(Number(failure.headers?.get("retry-after"))).toBeGreaterThan(0);
    server.clock.advance(61_000);
    const { db } = server.platform;
    await db.updateTable("models").set({ input_token_cost: "0", output_token_cost: "1000" }).execute();
    server.clock.advance(2_000);
    const rateLimit = { period: "Hourly", rate: 2 } as const;
    const credential = { kind: "key", id: randomUUID(), scopes: new Set(["chat"] as const), rateLimit } as const;
    const client = server.createClient(await server.createKey(["chat"], { credential }));
    await ask(client, server.modelId, "[[answer: one two three]]");
    await server.settled();
    const limited = await failureOf(ask(client, server.modelId));
    expect(limited).toMatchObject({ status: 429, type: "insufficient_quota", code: "insufficient_quota" });
    expect(limited.headers?.get("x-should-retry")).toBe("false");
    expect(limited.headers?.get("retry-after")).toMatch(/^\d+$/);
    await db.updateTable("models").set({ input_token_cost: null, output_token_cost: null }).execute();
    server.clock.advance(2_000);
  });

  test("tell a person who has lost their right or is blocked", async () => {
    const token = await server.createKey(["chat"], { isBlocked: true });
    expect(await failureOf(ask(server.createClient(token), server.modelId))).toMatchObject({
      status: 403,
      code: "insufficient_permissions",
      message: expect.stringContaining("blocked"),
    });
  });
});

test("a stored key asks and streams, pays by name, and opens nothing once it is deactivated", async () => {
  const key = await createTestKey(server, server.ann, { scopes: ["chat"], appName: "Notebook" });
  const client = server.createClient(key.secret);
  const { data, response } = await ask(client, server.modelId).withResponse();
  expect(data.choices[0]?.message.content).toBe("Hello.");
  expect(response.headers.get("ratelimit-policy")).toMatch(/^"requests";q=2000;w=60$/);
  expect(response.headers.get("ratelimit")).toMatch(/^"requests";r=\d+;t=\d+$/);
  const stream = await client.chat.completions.create({
    model: server.modelId,
    messages: [{ role: "user", content: "[[answer: One two.]]" }],
    stream: true,
  });
  let streamed = "";
  for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? "";
  expect(streamed).toBe("One two.");
  await server.settled();
  const rows = await server.platform.db.selectFrom("usage").where("credential_id", "=", key.id).selectAll().execute();
  expect(rows.map(({ user_id }) => user_id)).toEqual(Array(2).fill(server.ann.actor.principal.id));
  expect((await server.ann.proxy(deactivateApiKey, { apiKeyId: key.apiKeyId })).status).toBe(200);
  expect(await failureOf(ask(client, server.modelId))).toMatchObject({
    status: 401,
    code: "invalid_api_key",
    message: expect.stringContaining("This API key has been deactivated."),
  });
  const inAddress = await send(`/v1/chat/completions?api_key=${key.secret}`, {}, { token: "" });
  expect(inAddress).toMatchObject({ status: 400, error: { type: "invalid_request_error" } });
});

test("pages of other origins get no permission to use a key", async () => {
  const reply = await server.app.inject({
    method: "OPTIONS",
    url: "/v1/chat/completions",
    headers: { origin: "https://example.org", "access-control-request-method": "POST" },
  });
  expect(reply.statusCode).toBe(404);
  expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});
