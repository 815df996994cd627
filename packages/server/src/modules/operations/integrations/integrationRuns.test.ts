import { randomUUID } from "node:crypto";
import {
  type AssistantContentInput,
  callOperation,
  createAssistant,
  getAssistant,
  type IntegrationId,
  openConversation,
  registerOperations,
  shareAssistant,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { createTestKey } from "../../../testing/createTestKey.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";
import { type ChatServer, readStream, startChatServer } from "../../../testing/startChatServer.ts";
import { connectTestIntegration, enableTestIntegrations } from "../../integrations/testing/connectTestIntegration.ts";
import { startApiServer } from "../testing/startApiServer.ts";

type ApiServer = Awaited<ReturnType<typeof startApiServer>>;

describe("an operation that uses the account of the person who asks", () => {
  /** The API of the integrations, and another server. */
  let api: ApiServer;
  let elsewhere: ApiServer;
  let server: ChatServer;
  let author: TestPerson;
  let other: TestPerson;
  let site: TestPerson;
  const logLines: string[] = [];

  beforeAll(async () => {
    [api, elsewhere] = await Promise.all([startApiServer(), startApiServer()]);
    const log = createLog("trace", { write: (line) => logLines.push(line) });
    const environment = { API_HOSTS: `${api.host},${elsewhere.host}`, ADMINS: "site@example.org" };
    server = await startChatServer({ log, environment });
    author = await server.signIn("author@example.org");
    other = await server.signIn("other@example.org");
    site = await server.signIn("site@example.org");
  });
  beforeEach(async () => {
    await enableTestIntegrations(server.platform, [api.origin]);
    await server.platform.db.deleteFrom("integration_connections").execute();
    await connect(author, "periwinkle");
  });
  afterEach(async () => {
    await server.settled();
    server.models.reset();
    for (const { requests, replies } of [api, elsewhere]) {
      requests.length = 0;
      replies.length = 0;
    }
  });
  afterAll(async () => {
    await server.close();
    api.close();
    elsewhere.close();
  });

  const connect = (person: TestPerson, token: string, options: { needsReconnect?: boolean } = {}) =>
    connectTestIntegration(server.platform, person.actor.principal.id, "google_calendar", { token, ...options });
  async function saveAssistant(...ids: string[]): Promise<string> {
    const operations = ids.map((id) => ({ id, name: id, type: "custom" }));
    const data = { featureOptions: { IncludeApiInstr: true }, operations } as AssistantContentInput["data"];
    const { body, result } = await author.proxy(createAssistant, { name: "Guide", instructions: "Be kind.", data });
    if (!result) throw new Error(JSON.stringify(body));
    return result.assistantId;
  }
  const ask = async (assistantId: string, content: string, { person = author, ...more } = {}) =>
    readStream(
      await server.post(server.ask(content, { options: { requestId: randomUUID(), assistantId, ...more } }), {
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
  const press = (assistantId: string, operation: string, params: Record<string, string>, person = author) =>
    person.proxy(callOperation, { assistantId, operation, params });
  const getOfferedNames = () => (server.models.chats()[0]?.body?.tools ?? []).map((tool) => tool.function.name);
  const timeMin = "2026-03-01T00:00:00Z";
  const call = (name: string, args: object) => `[[call: ${name} ${JSON.stringify(args)}]] [[answer: {results}]]`;
  const listEvents = call("google_calendar_list_events", { timeMin, query: "", timeMax: null });
  const createEvent = call("google_calendar_create_event", { summary: "Tea", start: "2026-03-01", end: "2026-03-02" });
  const register = (url: string, integration: IntegrationId = "google_calendar", more: object = {}) =>
    site.proxy(registerOperations, {
      ops: [
        { id: "free_busy", name: "free_busy", url, tags: ["x"], auth: { type: "integration", integration }, ...more },
      ],
    });

  test("gets the person's token, which nobody reads, and leaves out parameters that are blank", async () => {
    const assistantId = await saveAssistant("google_calendar_list_events");
    const id = randomUUID();
    const { answer, text } = await ask(assistantId, listEvents, {
      ...{ conversationId: id, storage: "cloud", parentId: null, replyId: `${id}-a`, newConversation: { name: "W" } },
    } as object);
    expect(api.requests).toMatchObject([{ method: "GET", authorization: "Bearer periwinkle", body: "" }]);
    const { pathname, searchParams } = new URL(api.requests[0]?.url ?? "", api.origin);
    expect(pathname).toBe("/calendar/v3/calendars/primary/events");
    expect([...searchParams.keys()]).toEqual(["singleEvents", "orderBy", "maxResults", "timeMin", "fields"]);
    expect(searchParams.get("timeMin")).toBe(timeMin);
    expect(answer).toMatchObject({ content: '{"rain":"heavy"}', steps: [{ state: "done" }] });
    expect(server.models.chats()[0]?.body?.tools).toMatchObject([
      { function: { parameters: { required: ["timeMin"] } } },
    ]);
    const stored = await author.proxy(openConversation, { conversationId: id });
    const seen = [text, stored.body, server.models.chats().map(({ body }) => body), logLines];
    expect(JSON.stringify(seen)).not.toContain("periwinkle");
  });

  test("asks before it changes something, also in an assistant of one's own", async () => {
    const assistantId = await saveAssistant("google_calendar_create_event");
    const runId = randomUUID();
    const waiting = await ask(assistantId, createEvent, { requestId: runId } as object);
    expect(waiting.answer.steps).toMatchObject([{ state: "waiting" }]);
    expect(api.requests).toEqual([]);
    await approve(runId);
    const [request] = api.requests;
    expect(request).toMatchObject({ method: "POST", authorization: "Bearer periwinkle" });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      ...{ summary: "Tea", start: { date: "2026-03-01" }, end: { date: "2026-03-02" } },
    });
  });

  test("of another person's assistant asks before it reads, and uses the account of the person who asks", async () => {
    const assistantId = await saveAssistant("google_calendar_list_events");
    await author.proxy(shareAssistant, { assistantId, recipientUsers: [other.actor.email], accessType: "use" });
    await connect(other, "hyacinth");
    const runId = randomUUID();
    const waiting = await ask(assistantId, listEvents, { requestId: runId, person: other } as object);
    expect(waiting.answer.steps).toMatchObject([{ state: "waiting" }]);
    expect(api.requests).toEqual([]);
    await approve(runId, other);
    expect(api.requests).toMatchObject([{ authorization: "Bearer hyacinth" }]);
  });

  test("asks in a trial of a draft, unless the person has saved the assistant last", async () => {
    const eve = await server.signIn("eve@example.org");
    const id = "google_calendar_list_events";
    const custom = {
      id: "tell",
      name: "tell",
      description: "Tells.",
      type: "http",
      requestType: "GET",
      url: `${elsewhere.origin}/\${x}`,
    };
    const operations = [
      { id, name: id, type: "custom" },
      { ...custom, params: [{ name: "x" }] },
    ];
    const data = { featureOptions: { IncludeApiInstr: true }, operations } as AssistantContentInput["data"];
    const content = { name: "Guide", instructions: "Be kind.", data };
    const { result } = await author.proxy(createAssistant, content);
    const { assistantId } = result;
    const attempt = async (question: string, draftOf: string | undefined) => {
      const assistantDraft = { ...content, assistantId: draftOf };
      const body = server.ask(question, { options: { requestId: randomUUID(), assistantDraft } });
      return (await readStream(await server.post(body, { person: author }))).answer.steps;
    };
    const tell = call("tell", { x: "secret" });
    for (const draftOf of [undefined, assistantId]) {
      expect(await attempt(listEvents, draftOf)).toMatchObject([{ state: "done" }]);
      expect(await attempt(tell, draftOf)).toMatchObject([{ state: "done" }]);
    }
    const sent = [api.requests.length, elsewhere.requests.length];
    await author.proxy(shareAssistant, { assistantId, recipientUsers: [eve.actor.email], accessType: "write" });
    expect((await eve.proxy(createAssistant, { ...content, assistantId })).status).toBe(200);
    expect(await attempt(listEvents, assistantId)).toMatchObject([{ state: "waiting" }]);
    expect(await attempt(tell, assistantId)).toMatchObject([{ state: "waiting" }]);
    expect([api.requests.length, elsewhere.requests.length]).toEqual(sent);
  });

  test("tells the model what the person has to do if there is no access", async () => {
    const assistantId = await saveAssistant("google_calendar_list_events");
    const read = async () => (await press(assistantId, "google_calendar_list_events", { timeMin })).result;
    const again =
      "Google Calendar no longer accepts the connection. Ask the person to connect it again under Integrations in the menu.";
    await connect(author, "periwinkle", { needsReconnect: true });
    expect(await read()).toEqual({ text: again, isError: true, pause: null });
    await server.platform.db.deleteFrom("integration_connections").execute();
    const missing = "Google Calendar isn’t connected. Ask the person to connect it under Integrations in the menu.";
    expect(await read()).toEqual({ text: missing, isError: true, pause: null });
    const { answer } = await ask(assistantId, listEvents);
    expect(answer.steps).toMatchObject([{ state: "failed", result: missing }]);
    await server.platform.db.deleteFrom("secrets").where("name", "=", "integrationSecret/google").execute();
    expect(await read()).toMatchObject({
      text: "Google Calendar can’t be used at the moment. Ask the person to try again later.",
    });
    expect(api.requests).toEqual([]);
  });

  test("is offered to signed-in people only, while the feature is on and the integration is enabled", async () => {
    const assistantId = await saveAssistant("google_calendar_list_events");
    const unknown = { status: 404, body: { type: "NoSuchOperation" } };
    const { headers } = await createTestKey(server, author, { accessTypes: ["full_access"] });
    const payload = { data: { assistantId, operation: "google_calendar_list_events", params: { timeMin } } };
    const byKey = await server.app.inject({ method: "POST", url: callOperation.path, headers, payload });
    expect(byKey.statusCode).toBe(404);
    await enableTestIntegrations(server.platform, [api.origin], ["google_gmail"]);
    expect(await press(assistantId, "google_calendar_list_events", { timeMin })).toMatchObject(unknown);
    await enableTestIntegrations(server.platform, [api.origin]);
    overrideFeature("integrations", { isFinished: false });
    expect(await press(assistantId, "google_calendar_list_events", { timeMin })).toMatchObject(unknown);
    await ask(assistantId, "[[answer: Hi.]]");
    expect(getOfferedNames()).toEqual([]);
    expect(api.requests).toEqual([]);
  });

  test("can be registered for an origin of the integration's API only, and goes nowhere else if it is changed", async () => {
    const allowed = { status: 400, body: { message: expect.stringContaining(`must have a URL at ${api.origin}.`) } };
    expect(await register(`${elsewhere.origin}/x`)).toMatchObject(allowed);
    expect(await register(`https://${api.host}/x`)).toMatchObject(allowed);
    expect(
      (await register(`${api.origin}/free`, "google_calendar", { data: { defaultErrorMessage: "No." } })).status,
    ).toBe(200);
    const assistantId = await saveAssistant("free_busy");
    expect((await press(assistantId, "free_busy", {})).result).toMatchObject({ isError: false });
    expect(api.requests).toMatchObject([{ url: "/free", authorization: "Bearer periwinkle" }]);
    await server.platform.db.deleteFrom("integration_connections").execute();
    expect((await press(assistantId, "free_busy", {})).result.text).toMatch(/^Google Calendar isn’t connected/);
    await connect(author, "periwinkle");
    const moved = `${elsewhere.origin}/x`;
    await server.platform.db.updateTable("operations").set({ url: moved }).where("id", "=", "free_busy").execute();
    expect((await press(assistantId, "free_busy", {})).result).toMatchObject({ isError: true });
    expect(elsewhere.requests).toEqual([]);
  });

  test("carries the token along redirects within the API, and nothing to another server", async () => {
    await register(`${api.origin}/free`);
    const assistantId = await saveAssistant("free_busy");
    api.replies.push({ status: 307, headers: { location: "/new" }, body: "" });
    expect((await press(assistantId, "free_busy", {})).result).toMatchObject({ isError: false });
    expect(api.requests).toMatchObject([{ url: "/free" }, { url: "/new", authorization: "Bearer periwinkle" }]);
    for (const status of [302, 307]) {
      api.replies.push({ status, headers: { location: `${elsewhere.origin}/steal` }, body: "" });
      const { result } = await press(assistantId, "free_busy", {});
      expect(result).toMatchObject({ isError: true, text: expect.stringContaining("must not get it") });
    }
    expect(elsewhere.requests).toEqual([]);
  });

  test("cannot end the answer or say something to the person with what it reads", async () => {
    const assistantId = await saveAssistant("google_calendar_list_events");
    const body = '{"success":false,"data":{"retryIn":1,"pause":"Please call +1 555."}}';
    api.replies.push({ body });
    const { result } = await press(assistantId, "google_calendar_list_events", { timeMin });
    expect(result).toEqual({ text: body, isError: false, pause: null });
  });

  test("is named by the assistant that has it, if its model can call it", async () => {
    await register(`${api.origin}/free`, "google_drive");
    const assistantId = await saveAssistant("google_calendar_list_events", "free_busy", "gone");
    const open = async (id: string) => (await author.proxy(getAssistant, { assistantId: id })).result.assistant;
    expect((await open(assistantId)).integrations).toEqual(["google_calendar", "google_drive"]);
    const operations = [{ id: "google_calendar_list_events", name: "x", type: "custom" }];
    const off = await author.proxy(createAssistant, { name: "Off", data: { operations } });
    expect((await open(off.result.assistantId)).integrations).toEqual([]);
  });
});
