import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AssistantContentInput,
  createAssistant,
  deleteOperation,
  openConversation,
  registerOperations,
  shareAssistant,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";
import { type ChatServer, readStream, startChatServer } from "../../../testing/startChatServer.ts";

/** A server of the institution that records requests and answers as the test says. */
async function startApiServer() {
  const requests: { method: string; url: string; authorization: string; body: string }[] = [];
  const replies: { status?: number; body: string }[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, authorization: headers.authorization ?? "", body: Buffer.concat(chunks).toString() });
    const { status = 200, body } = replies.shift() ?? { body: '{"rain":"heavy"}' };
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { requests, replies, host: `127.0.0.1:${port}`, close: () => server.close() };
}

describe("an assistant with operations", () => {
  let api: Awaited<ReturnType<typeof startApiServer>>;
  let server: ChatServer;
  let author: TestPerson;
  let other: TestPerson;
  const logLines: string[] = [];

  beforeAll(async () => {
    api = await startApiServer();
    const log = createLog("trace", { write: (line) => logLines.push(line) });
    server = await startChatServer({ log, environment: { API_HOSTS: api.host, ADMINS: "site@example.org" } });
    author = await server.signIn("author@example.org");
    other = await server.signIn("other@example.org");
  });
  afterEach(async () => {
    await server.settled();
    server.models.reset();
    api.requests.length = 0;
    api.replies.length = 0;
  });
  afterAll(async () => {
    await server.close();
    api.close();
  });

  const createWeatherApi = (changes: object = {}) => ({
    ...{ id: "weather", name: "Weather", description: "Tells the weather.", type: "http" },
    ...{ requestType: "GET" as const, url: `http://${api.host}/v1/\${city}`, params: [{ name: "city" }] },
    auth: { type: "bearer" as const, token: "periwinkle" },
    ...changes,
  });
  async function saveAssistant(...operations: object[]): Promise<string> {
    const data = { featureOptions: { IncludeApiInstr: true }, operations } as AssistantContentInput["data"];
    const { body, result } = await author.proxy(createAssistant, { name: "Guide", instructions: "Be kind.", data });
    if (!result) throw new Error(JSON.stringify(body));
    return result.assistantId;
  }
  const ask = async (assistantId: string, content: string, { person = author, ...options } = {}) =>
    readStream(
      await server.post(server.ask(content, { options: { requestId: randomUUID(), assistantId, ...options } }), {
        person,
      }),
    );
  const approve = async (runId: string, person = author) =>
    readStream(
      await server.post(
        { continueRun: { runId, requestId: randomUUID(), decisions: [{ stepId: "0-0", isApproved: true }] } },
        { person },
      ),
    );
  const getOfferedNames = () => (server.models.chats()[0]?.body?.tools ?? []).map((tool) => tool.function.name);
  const prompt = '[[call: weather {"city":"Bergen"}]] [[answer: It says {results}]]';

  test("[G1.06] calls a custom API while it answers, with the author's secret, which nobody reads", async () => {
    const assistantId = await saveAssistant(createWeatherApi());
    const id = randomUUID();
    const { answer, text } = await ask(assistantId, prompt, {
      ...{ conversationId: id, storage: "cloud", parentId: null, replyId: `${id}-a`, newConversation: { name: "W" } },
    } as object);
    expect(api.requests).toEqual([{ method: "GET", url: "/v1/Bergen", authorization: "Bearer periwinkle", body: "" }]);
    expect(answer).toMatchObject({
      content: 'It says {"rain":"heavy"}',
      steps: [{ tool: "weather", state: "done", arguments: '{"city":"Bergen"}', result: '{"rain":"heavy"}' }],
    });
    expect(server.models.chats()[0]?.body?.tools).toMatchObject([
      { function: { name: "weather", description: "Tells the weather.", parameters: { properties: { city: {} } } } },
    ]);
    const stored = await author.proxy(openConversation, { conversationId: id });
    expect(stored.result.conversation.messages[1]).toMatchObject({ data: { steps: [{ state: "done" }] } });
    const versions = await sql`select content::text from assistant_versions`.execute(server.platform.db);
    const seen = JSON.stringify([text, stored.body, versions, server.models.chats().map(({ body }) => body), logLines]);
    expect(seen).not.toContain("periwinkle");
  });

  test("[C5.44] asks before a call that changes something, and makes it once when it is allowed", async () => {
    const assistantId = await saveAssistant(createWeatherApi({ requestType: "POST", url: `http://${api.host}/v1` }));
    const runId = randomUUID();
    const waiting = await ask(assistantId, prompt, { requestId: runId } as object);
    const question = "Do you want to allow the assistant to perform the specified operation?";
    expect(waiting.answer.steps).toMatchObject([{ state: "waiting", question }]);
    expect(api.requests).toEqual([]);
    const { answer } = await approve(runId);
    expect(answer).toMatchObject({ content: 'It says {"rain":"heavy"}', steps: [{ state: "done" }] });
    expect(api.requests).toMatchObject([{ method: "POST", url: "/v1", body: '{"city":"Bergen"}' }]);
  });

  test("of another person asks before each call, and shows what would be sent, but not what comes back", async () => {
    const assistantId = await saveAssistant(createWeatherApi({ shouldConfirm: false }));
    await author.proxy(shareAssistant, { assistantId, recipientUsers: [other.actor.email], accessType: "use" });
    const runId = randomUUID();
    const waiting = await ask(assistantId, prompt, { requestId: runId, person: other } as object);
    expect(waiting.answer.steps).toMatchObject([{ state: "waiting", arguments: '{"city":"Bergen"}' }]);
    expect(api.requests).toEqual([]);
    const { answer } = await approve(runId, other);
    expect(answer.content).toBe('It says {"rain":"heavy"}');
    expect(answer.steps[0]?.result).toBeUndefined();
    expect((await approve(runId, author)).status).toBe(404);
  });

  test("calls what an administrator has registered, until it is deleted", async () => {
    const site = await server.signIn("site@example.org");
    const op = {
      id: "enrol",
      name: "enrol",
      url: `http://${api.host}/enrol`,
      tags: ["sis"],
      params: [{ name: "course" }],
    };
    const auth = { type: "basic" as const, username: "lectern", password: "periwinkle", token: "" };
    expect((await site.proxy(registerOperations, { ops: [{ ...op, auth }] })).status).toBe(200);
    const assistantId = await saveAssistant({ id: "enrol", name: "enrol", type: "custom" });
    const { answer } = await ask(assistantId, '[[call: enrol {"course":"Math"}]] [[answer: Done.]]');
    expect(answer.steps).toMatchObject([{ state: "done" }]);
    const authorization = `Basic ${Buffer.from("lectern:periwinkle").toString("base64")}`;
    expect(api.requests).toMatchObject([{ method: "POST", url: "/enrol", authorization, body: '{"course":"Math"}' }]);
    await site.proxy(deleteOperation, { op: { id: "enrol" } });
    server.models.reset();
    await ask(assistantId, "[[answer: Hi.]]");
    expect(getOfferedNames()).toEqual([]);
  });

  test("tells the model when the server fails, and ends with what the server asks for", async () => {
    const assistantId = await saveAssistant(createWeatherApi());
    api.replies.push({ status: 503, body: "down" });
    const failed = await ask(assistantId, '[[call: weather {"city":"Bergen"}]] [[answer: {results}]]');
    expect(failed.answer.steps).toMatchObject([
      { state: "failed", result: "The server answered with status 503.\ndown" },
    ]);
    expect(failed.answer.content).toMatch(/The server answered with status 503\.\ndown\n\nErrors have occurred\./);
    api.replies.push({ body: '{"data":{"pause":{"message":"Please sign the form."}}}' });
    const paused = await ask(assistantId, prompt);
    expect(paused.answer).toMatchObject({ content: "Please sign the form.", end: { finishReason: "pause" } });
  });

  test("cannot reach a private address that is not allowed, nor another host than the author's", async () => {
    const assistantId = await saveAssistant(
      createWeatherApi({ url: "http://127.0.0.1:1/v1" }),
      createWeatherApi({ id: "path" }),
    );
    const { answer } = await ask(assistantId, '[[call: weather {"city":"x"}]] [[answer: {results}]]');
    expect(answer.steps).toMatchObject([{ state: "failed", result: expect.stringContaining("private network") }]);
    await ask(assistantId, '[[call: path {"city":"../../@evil.example.com/"}]] [[answer: {results}]]');
    expect(api.requests.every(({ url }) => url.startsWith("/v1/") && !url.includes("evil.example.com/"))).toBe(true);
  });

  test("[G6.13] is offered none while the feature is off or the author has switched it off", async () => {
    const { result } = await author.proxy(createAssistant, { name: "Off", data: { operations: [createWeatherApi()] } });
    await ask(result.assistantId, "[[answer: Hi.]]");
    expect(getOfferedNames()).toEqual([]);
    const assistantId = await saveAssistant(createWeatherApi());
    overrideFeature("assistantApis", { isFinished: false });
    server.models.reset();
    await ask(assistantId, "[[answer: Hi.]]");
    expect(getOfferedNames()).toEqual([]);
  });
});
