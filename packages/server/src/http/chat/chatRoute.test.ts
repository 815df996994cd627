import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { endSession, getSessionId } from "../../modules/identity/service.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { type ChatServer, readEvents, readStream, startChatServer } from "../../testing/startChatServer.ts";

let server: ChatServer;
let bob: TestPerson;
beforeAll(async () => {
  server = await startChatServer({ environment: { CHAT_ENDPOINT: "/elsewhere/chat/" } });
  bob = await server.signIn("bob@example.org");
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

const readJsonBody = async (response: Parameters<typeof readStream>[0]): Promise<Record<string, unknown>> =>
  JSON.parse((await readStream(response)).text);

describe("a streamed answer", () => {
  test("[C7.45] [C7.47] is sent as server-sent events numbered from 1, with one end and [DONE]", async () => {
    const response = await server.post(server.ask("[[answer:Hello **world**.]]", { requestId: "plain" }));
    const { status, headers, text, frames, answer } = await readStream(response);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      "x-lectern-run": "plain",
    });
    expect(answer).toMatchObject({ content: "Hello **world**.", end: { end: "done", finishReason: "stop" } });
    expect(answer.usage?.outputTokens).toBe(2);
    expect(frames.map((frame) => frame.split("\n")[0])).toEqual(frames.map((_, index) => `id: ${index + 1}`));
    expect(text.endsWith("\n\ndata: [DONE]\n\n")).toBe(true);
    expect(text.match(/"end":/g)).toHaveLength(1);
  });

  test("[C3.20] passes the request's options to the model's server: temperature 0 is kept, the length is clamped", async () => {
    const options = {
      temperature: 0,
      max_tokens: 1_000_000,
      prompt: "Be brief.",
      key: "k",
      endpoint: "http://127.0.0.1:1",
    };
    await readStream(await server.post({ ...server.ask("Hi"), ...options }));
    const [request] = server.models.chats();
    expect(request?.body).toMatchObject({ model: "scripted-large", temperature: 0, stream: true });
    expect(request?.body?.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
    ]);
    const maxTokens = request?.body?.max_tokens ?? request?.body?.max_completion_tokens ?? 0;
    expect(maxTokens).toBeGreaterThan(0);
    expect(maxTokens).toBeLessThan(1_000_000);
  });

  test("[C7.45] is also served at the path of CHAT_ENDPOINT", async () => {
    const reply = await server.app.inject({
      method: "POST",
      url: "/elsewhere/chat",
      headers: { authorization: `Bearer ${server.ann.token}` },
      payload: server.ask("Hi", { stream: false }),
    });
    expect(reply.json()).toMatchObject({ success: true });
  });
});

describe("an answer that is not streamed", () => {
  test("is sent with stream: false, and for a wrapped body without `stream`", async () => {
    const bareResponse = await server.post(server.ask("[[answer:Whole.]]", { stream: false }));
    expect(await readJsonBody(bareResponse)).toMatchObject({
      success: true,
      message: expect.any(String),
      data: "Whole.",
    });
    const wrappedResponse = await server.post({ data: server.ask("[[answer:Wrapped.]]") });
    expect(await readJsonBody(wrappedResponse)).toMatchObject({ success: true, data: "Wrapped." });
    const streamedResponse = await server.post({ data: server.ask("[[answer:Streamed.]]", { stream: true }) });
    expect((await readStream(streamedResponse)).answer.content).toBe("Streamed.");
  });

  test("is an error if the model fails during an answer", async () => {
    const response = await server.post(server.ask("[[tokens:9]] [[cut:4]]", { stream: false }));
    expect(response.statusCode).toBe(502);
    expect(await readJsonBody(response)).toMatchObject({ success: false, code: "providerFailed" });
  });
});

describe("authorization", () => {
  test("[C7.45] [C6.01] [A6.12] without a valid bearer token, the reply is 401 and no model is called", async () => {
    const cookie = `lectern_session=${server.ann.cookie}`;
    for (const headers of [{ authorization: "" }, { authorization: "Bearer junk" }, { authorization: "", cookie }]) {
      const response = await server.post(server.ask("Hi"), { headers });
      expect(response.statusCode).toBe(401);
      expect(await readJsonBody(response)).toMatchObject({ success: false, code: "unauthenticated" });
      const following = await server.follow("any", { headers });
      expect(following.statusCode).toBe(401);
      following.resume();
    }
    expect(server.models.chats()).toEqual([]);
  });

  test("a model that does not exist or is not allowed is 403, and no model is called", async () => {
    const response = await server.post({ ...server.ask("Hi"), model: "gpt-somebody-elses" });
    expect(response.statusCode).toBe(403);
    expect(await readJsonBody(response)).toMatchObject({ code: "forbidden" });
    expect(server.models.chats()).toEqual([]);
  });

  test("an assistant that does not exist is 404", async () => {
    const response = await server.post({ ...server.ask("Hi"), assistantId: "astp/nobody" });
    expect(response.statusCode).toBe(404);
    response.resume();
  });
});

describe("bad bodies", () => {
  const message = { role: "user", content: "x" };
  test.each<[string, unknown, string | null]>([
    ["no messages", { model: "m", messages: [] }, "messages"],
    ["an unknown role", { model: "m", messages: [message, { role: "boss", content: "x" }] }, "messages.1.role"],
    ["an invalid length", { model: "m", messages: [message], max_tokens: "many" }, "max_tokens"],
    ["an id with spaces", { model: "m", messages: [message], options: { requestId: "a b" } }, "options.requestId"],
    ["a stop with the value false", { killSwitch: { requestId: "r", value: false } }, "killSwitch.value"],
    ["only instructions", { model: "m", messages: [{ role: "system", content: "x" }] }, "messages"],
    ["a NUL", { model: "m", messages: [{ role: "user", content: "a\0b" }] }, null],
    ["a list", [1], null],
    ["invalid JSON", "{not json", null],
    [
      "a body nested too deeply",
      { model: "m", messages: [message], options: JSON.parse(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`) },
      null,
    ],
  ])("%s is 400 with the path of the problem", async (_, body, path) => {
    const response = await server.post(body);
    expect(response.statusCode).toBe(400);
    const failure = await readJsonBody(response);
    expect(failure).toMatchObject({ success: false, code: "invalidInput", requestId: expect.any(String) });
    if (path !== null) expect(failure.issues).toEqual(expect.arrayContaining([expect.objectContaining({ path })]));
  });
});

describe("when the model's server fails", () => {
  test.each([
    ["[[status:401]]", 502, "administrator"],
    ["[[status:404]]", 502, "doesn’t know this model"],
    ["[[status:429; retry-after: 7]]", 429, "busy"],
    ["[[status:500]]", 502, "reported an error"],
    ["[[status:503]]", 503, "overloaded"],
    ["[[status:400; code: context_length_exceeded]]", 413, "too long"],
    ["[[cut:0]]", 502, "was lost"],
    ["[[html]]", 502, "couldn’t be read"],
    ["[[empty]]", 502, "gave no answer"],
  ])("%s before the first token is status %i with a reason", async (directive, status, reason) => {
    const response = await server.post(server.ask(directive));
    expect(response.statusCode).toBe(status);
    if (status === 429) expect(response.headers["retry-after"]).toBe("7");
    expect(await readJsonBody(response)).toMatchObject({ success: false, message: expect.stringContaining(reason) });
  });

  test("during an answer, the text so far is kept and the end event has the reason", async () => {
    const { status, answer, text } = await readStream(
      await server.post(server.ask("[[answer:one two three]] [[cut:2]]")),
    );
    expect(status).toBe(200);
    expect(answer.content).toBe("one two");
    expect(answer.end).toMatchObject({
      end: "failed",
      code: "providerFailed",
      message: expect.stringContaining("was lost"),
    });
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test("a client that follows the run after a failure status gets the failure as the end", async () => {
    const response = await server.post(server.ask("[[status:500]]", { requestId: "failed-early" }));
    response.resume();
    const { status, answer } = await readStream(await server.follow("failed-early"));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ content: "", end: { end: "failed", code: "providerFailed" } });
  });
});

describe("stopping", () => {
  const sendStop = (requestId: string, person?: TestPerson) =>
    server.post({ killSwitch: { requestId, value: true } }, person ? { person } : {});

  test("[C7.49] aborts the model's call immediately, replies OK, and keeps the text", async () => {
    server.models.pauseAfter(3);
    const response = await server.post(server.ask("[[answer:one two three four]]", { requestId: "to-stop" }));
    await server.models.whenPaused();
    const reply = await sendStop("to-stop");
    expect(reply.statusCode).toBe(200);
    expect(await readJsonBody(reply)).toEqual({ status: "OK" });
    await server.models.chats()[0]?.aborted;
    expect((await readStream(response)).answer).toMatchObject({ content: "one two three", end: { end: "stopped" } });
  });

  test("[C7.49] requires the value true; otherwise the request is rejected and the answer continues", async () => {
    server.models.pauseAfter(1);
    const response = await server.post(server.ask("[[answer:one two]]", { requestId: "not-stopped" }));
    await server.models.whenPaused();
    for (const value of [false, "true", undefined]) {
      const reply = await server.post({ killSwitch: { requestId: "not-stopped", value } });
      expect(reply.statusCode).toBe(400);
    }
    server.models.resume();
    expect((await readStream(response)).answer).toMatchObject({ content: "one two", end: { end: "done" } });
  });

  test("before the run starts stops it at its start, without a call", async () => {
    await readStream(await sendStop("early"));
    const { answer } = await readStream(await server.post(server.ask("Hi", { requestId: "early" })));
    expect(answer).toMatchObject({ content: "", end: { end: "stopped" } });
    expect(server.models.chats()).toEqual([]);
  });

  test("another person's run has no effect, and the reply is the same as for any other", async () => {
    server.models.pauseAfter(1);
    const response = await server.post(server.ask("[[answer:one two]]", { requestId: "anns" }));
    await server.models.whenPaused();
    expect(await readJsonBody(await sendStop("anns", bob))).toEqual({ status: "OK" });
    server.models.resume();
    expect((await readStream(response)).answer).toMatchObject({ content: "one two", end: { end: "done" } });
  });
});

describe("reconnecting", () => {
  test("after any event returns exactly the following ones; after the last one, 204", async () => {
    const firstStream = await readStream(
      await server.post(server.ask("[[tokens:12]] [[pace:35]]", { requestId: "rest" })),
    );
    expect(firstStream.frames.length).toBeGreaterThan(2);
    for (let received = 0; received < firstStream.frames.length; received++) {
      const { status, frames } = await readStream(
        await server.follow("rest", { headers: { "last-event-id": `${received}` } }),
      );
      expect(status).toBe(200);
      expect(frames).toEqual(firstStream.frames.slice(received));
    }
    for (const received of [firstStream.frames.length, 1_000_000]) {
      const upToDateResponse = await server.follow("rest", { headers: { "last-event-id": `${received}` } });
      expect(upToDateResponse.statusCode).toBe(204);
    }
    const invalidIdStream = await readStream(await server.follow("rest", { headers: { "last-event-id": "junk" } }));
    expect(invalidIdStream.frames).toEqual(firstStream.frames);
  });

  test("a client that disconnected can reconnect to the run, which has continued", async () => {
    server.models.pauseAfter(2);
    const response = await server.post(server.ask("[[answer:one two three four]]", { requestId: "left" }));
    const received = await readEvents(response, 1);
    await server.models.whenPaused();
    const listResponse = await server.app.inject({
      method: "GET",
      url: "/chat/runs",
      headers: { authorization: `Bearer ${server.ann.token}` },
    });
    expect(listResponse.json()).toMatchObject({ data: { runs: [{ requestId: "left", conversationId: null }] } });
    const followResponse = await server.follow("left", {
      headers: { "last-event-id": `${received.match(/^id: /gm)?.length}` },
    });
    server.models.resume();
    const remainingStream = await readStream(followResponse);
    expect(remainingStream.answer.end).toMatchObject({ end: "done" });
    const wholeStream = await readStream(await server.follow("left"));
    expect(wholeStream.answer.content).toBe("one two three four");
    // If there are no new events, a client that reconnects first receives a heartbeat.
    expect(received + remainingStream.text.replace(/^:\n\n/, "")).toBe(wholeStream.text);
  });

  test("repeating a request reads the same run: one call and the same text for all clients", async () => {
    server.models.pauseAfter(1);
    const body = server.ask("[[answer:one two]]", { requestId: "twice" });
    const responses = [server.post(body), server.post(body)];
    await server.models.whenPaused();
    responses.push(server.post(body));
    server.models.resume();
    const texts = await Promise.all(responses.map(async (response) => (await readStream(await response)).text));
    expect(new Set(texts).size).toBe(1);
    await readStream(await server.post(body));
    expect(server.models.chats()).toHaveLength(1);
  });

  test("another person's run cannot be distinguished from one that does not exist", async () => {
    await readStream(await server.post(server.ask("Hi", { requestId: "only-anns" })));
    const foreignResponse = await server.follow("only-anns", { person: bob });
    const unknownResponse = await server.follow("nobodys", { person: bob });
    expect([foreignResponse.statusCode, unknownResponse.statusCode]).toEqual([404, 404]);
    const [foreignFailure, unknownFailure] = [await readJsonBody(foreignResponse), await readJsonBody(unknownResponse)];
    expect({ ...foreignFailure, requestId: "" }).toEqual({ ...unknownFailure, requestId: "" });
    expect((await server.follow("only-anns", { headers: { authorization: "" } })).statusCode).toBe(401);
  });

  test("another person's run with the same request id is a separate run", async () => {
    await readStream(await server.post(server.ask("[[answer:for Ann]]", { requestId: "shared" })));
    const { answer } = await readStream(
      await server.post(server.ask("[[answer:for Bob]]", { requestId: "shared" }), { person: bob }),
    );
    expect(answer.content).toBe("for Bob");
  });

  test("a client that does not read delays no other client and misses nothing", async () => {
    const answer = `${"語".repeat(19)} `.repeat(150_000);
    server.models.script({ answer });
    const slowResponse = await server.post(server.ask("Hi", { requestId: "slow" }));
    const fastStream = await readStream(await server.follow("slow"));
    expect(fastStream.answer.content).toBe(answer);
    expect((await readStream(slowResponse)).text).toBe(fastStream.text);
  });
});

test("[C6.01] [A6.12] the token of an ended session is rejected", async () => {
  const carl = await server.signIn("carl@example.org");
  await endSession(server.platform, getSessionId(carl.actor));
  const response = await server.post(server.ask("Hi"), { person: carl });
  expect(response.statusCode).toBe(401);
  response.resume();
});
