import { randomUUID } from "node:crypto";
import {
  type AssistantContentInput,
  blockPerson,
  callOperation,
  createAssistant,
  deleteOperation,
  type KeyScope,
  openConversation,
  registerOperations,
  shareAssistant,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { createTestKey } from "../../../testing/createTestKey.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";
import { type ChatServer, readStream, startChatServer } from "../../../testing/startChatServer.ts";
import { startApiServer } from "../testing/startApiServer.ts";

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

  test("makes no call that was allowed if the request was changed after the person was asked", async () => {
    const post = { requestType: "POST", url: `http://${api.host}/v1` };
    const assistantId = await saveAssistant(createWeatherApi(post));
    const runId = randomUUID();
    await ask(assistantId, prompt, { requestId: runId } as object);
    const moved = createWeatherApi({ ...post, url: `http://${api.host}/v2` });
    const data = { featureOptions: { IncludeApiInstr: true }, operations: [moved] } as AssistantContentInput["data"];
    expect((await author.proxy(createAssistant, { name: "Guide", assistantId, data })).status).toBe(200);
    const { answer } = await approve(runId);
    expect(answer.steps).toMatchObject([{ state: "failed", result: expect.stringContaining("changed") }]);
    expect(api.requests).toEqual([]);
  });

  test("asks its owner before a call if another person has saved it", async () => {
    const assistantId = await saveAssistant(createWeatherApi());
    await author.proxy(shareAssistant, { assistantId, recipientUsers: [other.actor.email], accessType: "write" });
    const data = {
      featureOptions: { IncludeApiInstr: true },
      operations: [createWeatherApi({ id: "weather", auth: { type: "none" } })],
    } as AssistantContentInput["data"];
    expect((await other.proxy(createAssistant, { name: "Guide", assistantId, data })).status).toBe(200);
    const { answer } = await ask(assistantId, prompt);
    expect(answer.steps).toMatchObject([{ state: "waiting" }]);
    expect(api.requests).toEqual([]);
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

  describe("calls one at the push of a button", () => {
    const press = (
      assistantId: string,
      operation = "weather",
      person = author,
      params: Record<string, string | string[]> = { city: "Bergen" },
    ) => person.proxy(callOperation, { assistantId, operation, params });

    test("[C5.43b] by its id, its name or the name that the model uses, without another question", async () => {
      const assistantId = await saveAssistant(
        createWeatherApi({ id: "the.weather", name: "The weather", shouldConfirm: true }),
      );
      for (const operation of ["the.weather", "The weather", "the_weather"]) {
        const { result } = await press(assistantId, operation);
        expect(result).toEqual({ text: '{"rain":"heavy"}', isError: false, pause: null });
      }
      expect(api.requests).toHaveLength(3);
      expect(api.requests[0]).toMatchObject({ method: "GET", url: "/v1/Bergen", authorization: "Bearer periwinkle" });
    });

    test("with lists, and with declared parameters only", async () => {
      const params = [{ name: "days" }];
      const url = `http://${api.host}/v1`;
      const assistantId = await saveAssistant(createWeatherApi({ requestType: "POST", url, params }));
      await press(assistantId, "weather", author, { days: ["Monday", "Friday"], admin: "true" });
      expect(api.requests).toMatchObject([{ method: "POST", body: '{"days":["Monday","Friday"]}' }]);
    });

    test("[C8.37] [C4.34] waits for its server, and says why it failed or what has to be done first", async () => {
      const assistantId = await saveAssistant(createWeatherApi());
      api.replies.push({ body: '{"data":{"retryIn":1}}' }, { body: "42" });
      expect((await press(assistantId)).result).toEqual({ text: "42", isError: false, pause: null });
      api.replies.push({ status: 409, body: "full" });
      const text = "The server answered with status 409.\nfull";
      expect((await press(assistantId)).result).toEqual({ text, isError: true, pause: null });
      api.replies.push({ body: '{"data":{"pause":"Please sign the form."}}' });
      expect((await press(assistantId)).result).toMatchObject({ isError: false, pause: "Please sign the form." });
    });

    test("[C8.33] and says that the assistant has no such operation", async () => {
      const assistantId = await saveAssistant(createWeatherApi());
      const unknown = { success: false, type: "NoSuchOperation", message: "Op not found" };
      expect(await press(assistantId, "delete_all")).toMatchObject({ status: 404, body: unknown });
      const { result } = await author.proxy(createAssistant, {
        ...{ name: "Off", data: { operations: [createWeatherApi()] } },
      });
      expect(await press(result.assistantId)).toMatchObject({ status: 404, body: unknown });
      expect(api.requests).toEqual([]);
    });

    test("only for those who may use the assistant and the feature", async () => {
      const assistantId = await saveAssistant(createWeatherApi());
      const refused = await press(assistantId, "weather", other);
      expect(refused.status).toBe(404);
      expect(refused.body).not.toHaveProperty("type");
      await author.proxy(shareAssistant, { assistantId, recipientUsers: [other.actor.email], accessType: "use" });
      expect((await press(assistantId, "weather", other)).status).toBe(200);
      const callWithKey = async (accessTypes: KeyScope[]) => {
        const { headers } = await createTestKey(server, author, { accessTypes });
        return server.app.inject({
          ...{ method: "POST" as const, url: callOperation.path, headers },
          payload: { data: { assistantId, operation: "weather", params: { city: "Bergen" } } },
        });
      };
      expect((await callWithKey(["assistants"])).statusCode).toBe(200);
      expect((await callWithKey(["chat"])).statusCode).toBe(403);
      expect(api.requests).toHaveLength(2);
      overrideFeature("assistantApis", { isFinished: false });
      expect((await press(assistantId)).status).toBe(403);
      overrideFeature("assistantApis", { isFinished: true });
      const site = await server.signIn("site@example.org");
      expect((await site.proxy(blockPerson, { personId: other.actor.principal.id })).status).toBe(200);
      expect((await press(assistantId, "weather", other)).status).toBe(401);
      expect(api.requests).toHaveLength(2);
    });
  });
});
