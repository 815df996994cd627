import { randomUUID } from "node:crypto";
import {
  type BrowserEvent,
  browserEventsPath,
  clientHeader,
  connectModelEndpoint,
  createConversation,
  deleteConversation,
  deleteFile,
  deleteMultipleConversations,
  eventsPersonHeader,
  saveUserSettings,
  syncPrompts,
  titleConversation,
  updateConversation,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { publishBrowserEvent } from "../../modules/browserEvents/service.ts";
import { reapDeadRuns } from "../../modules/chat/reapDeadRuns.ts";
import { createScriptedReader } from "../../modules/files/documents/testing/scriptedReader.ts";
import { endSession, getSessionId, sessionCookieName } from "../../modules/identity/service.ts";
import { blockPerson } from "../../modules/people/service.ts";
import { endUnauthorizedWork } from "../../modules/revocation/endUnauthorizedWork.ts";
import { modules } from "../../modules.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { openBrowserEvents, type TestEventStream } from "../../testing/openBrowserEvents.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";

const environment = { ADMINS: "admin@example.org" };
let count = 0;
const openOn = async (
  server: ChatServer,
  person: TestPerson,
  lastEventId: string | null = null,
  expectedPersonId?: string,
) => {
  const stream = await openBrowserEvents(server.origin, person, lastEventId, expectedPersonId);
  onTestFinished(stream.close);
  return stream;
};
const conversation = (id: string) => ({ conversation: { id, name: `Secret name of ${id}` } });
const whenReceived = (stream: TestEventStream, event: Partial<BrowserEvent>) =>
  vi.waitFor(() => expect(stream.events).toContainEqual(expect.objectContaining(event)), { timeout: 5_000 });

describe("the stream of events", () => {
  let server: ChatServer;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    server = await startChatServer({ environment, documents: createScriptedReader() });
  });
  beforeEach(async () => {
    count += 1;
    ann = await server.signIn(`ann${count}@example.org`);
    bob = await server.signIn(`bob${count}@example.org`);
  });
  afterEach(() => server.settled());
  afterAll(() => server.close());
  const open = (person: TestPerson, lastEventId: string | null = null) => openOn(server, person, lastEventId);
  const readSession = async ({ cookie }: TestPerson) =>
    (
      await server.app.inject({
        url: "/api/session",
        headers: { cookie: `${sessionCookieName}=${cookie}`, [clientHeader.name]: clientHeader.value },
      })
    ).json<{ lastEventId: string | null }>();

  test("tells the person's browsers of each change, and nobody else's", async () => {
    const [first, second, foreign] = await Promise.all([open(ann), open(ann), open(bob)]);
    await ann.proxy(createConversation, conversation("c1"));
    await whenReceived(first, { type: "conversation", id: "c1", change: "saved", revision: 1 });
    await ann.rest(updateConversation, { conversationId: "c1", changes: { name: "Another name" } });
    await whenReceived(first, { type: "conversation", id: "c1", revision: 2 });
    await ann.proxy(saveUserSettings, { settings: { theme: "light" } });
    await whenReceived(first, { type: "settings" });
    const folder = { id: "f", name: "Secret name of a folder", type: "chat" as const };
    const { result } = await ann.proxy(syncPrompts, {
      changes: [{ kind: "folder", id: "f", item: folder, revision: 0 }],
    });
    await whenReceived(first, { type: "prompts", cursor: result.cursor });
    await ann.proxy(deleteConversation, { conversationId: "c1" });
    await whenReceived(first, { type: "conversation", id: "c1", change: "deleted" });
    await vi.waitFor(() => expect(second.events).toEqual(first.events));
    await bob.proxy(saveUserSettings, { settings: {} });
    await whenReceived(foreign, { type: "settings" });
    expect(foreign.events).toEqual([{ type: "settings" }]);
    expect(first.text).not.toMatch(/name|light/);
  });

  test("tells of a file from its upload until it is ready or deleted", async () => {
    const [stream, foreign] = await Promise.all([open(ann), open(bob)]);
    const { id } = await uploadTestFile(server, ann, { name: "secret.txt", type: "text/plain", content: "secret" });
    for (const state of ["uploading", "ready"] as const) await whenReceived(stream, { type: "file", key: id, state });
    // The same bytes are ready at once, and the first owner hears nothing of it.
    const { id: copyId } = await uploadTestFile(server, bob, {
      name: "b.txt",
      type: "text/plain",
      content: "secret",
    });
    await whenReceived(foreign, { type: "file", key: copyId, state: "ready" });
    await ann.proxy(deleteFile, { key: id });
    await whenReceived(stream, { type: "file", key: id, state: null });
    expect(JSON.stringify(stream.events)).not.toContain(copyId);
    expect(JSON.stringify(foreign.events)).not.toContain(id);
    expect(stream.text).not.toContain("secret");
  });

  test("tells of an answer in a cloud conversation, and of the title, but of nothing in a local one", async () => {
    const stream = await open(ann);
    const ask = (storage: "local" | "cloud") => {
      const requestId = randomUUID();
      const options = { requestId, conversationId: `${storage}-1`, storage, parentId: null, replyId: randomUUID() };
      const messages = [{ id: randomUUID(), role: "user" as const, content: "[[tokens: 50]]" }];
      return { requestId, body: server.ask("", { messages, options }) };
    };
    const local = ask("local");
    await readStream(await server.post(local.body, { person: ann }));
    const messages = [
      { role: "user" as const, content: "q" },
      { role: "assistant" as const, content: "a" },
    ];
    await ann.proxy(titleConversation, { conversationId: "local-1", messages });
    const { requestId, body } = ask("cloud");
    const run = { type: "run", conversationId: "cloud-1", requestId } as const;
    server.models.pauseAfter(2);
    const response = await server.post(body, { person: ann });
    await whenReceived(stream, { ...run, state: "started" });
    server.models.resume();
    await readStream(response);
    await whenReceived(stream, { ...run, state: "ended" });
    await server.settled();
    // Stored with the question, after the answer, and with the title; never for the text in between.
    await whenReceived(stream, { type: "conversation", id: "cloud-1", revision: 3 });
    expect(stream.events.filter(({ type }) => type === "conversation").length).toBeLessThanOrEqual(3);
    expect(stream.text).not.toContain("local-1");
    expect(stream.text).not.toContain(local.requestId);
  });

  test("joins changes to the same conversation, and replaces many at once by one event", async () => {
    const stream = await open(ann);
    const ids = Array.from({ length: 12 }, (_, index) => `many-${index}`);
    for (const id of ids) await ann.proxy(createConversation, conversation(id));
    await Promise.all(
      ["x", "y", "z"].map((name) =>
        ann.proxy(updateConversation, { conversationId: "many-0", changes: { name: `Name ${name}` } }),
      ),
    );
    await whenReceived(stream, { type: "conversation", id: "many-0", revision: 4 });
    await ann.proxy(deleteMultipleConversations, { conversationIds: ids });
    await whenReceived(stream, { type: "conversations" });
    expect(stream.events).not.toContainEqual(expect.objectContaining({ change: "deleted" }));
  });

  test("tells everybody that an administrator has connected models", async () => {
    const [stream, admin] = await Promise.all([open(bob), server.signIn("admin@example.org")]);
    await admin.proxy(connectModelEndpoint, { url: server.models.url, modelIds: ["scripted-large"] });
    await whenReceived(stream, { type: "config" });
  });

  test("continues after the last event that a browser has received, without a gap or a repetition", async () => {
    const first = await open(ann);
    await ann.proxy(createConversation, conversation("one"));
    await whenReceived(first, { type: "conversation", id: "one" });
    first.close();
    await ann.proxy(createConversation, conversation("two"));
    await ann.proxy(saveUserSettings, { settings: {} });
    const again = await open(ann, first.lastEventId);
    await whenReceived(again, { type: "settings" });
    expect(again.events).toMatchObject([{ type: "conversation", id: "two" }, { type: "settings" }]);
  });

  test("starts with what has changed since the session was read", async () => {
    const { lastEventId } = await readSession(ann);
    await ann.proxy(createConversation, conversation("since"));
    const stream = await open(ann, lastEventId);
    await whenReceived(stream, { type: "conversation", id: "since" });
    expect(stream.events).toHaveLength(1);
  });

  test("has the browser read everything again if the position is unknown, too old, or another person's", async () => {
    const stream = await open(ann);
    await vi.waitFor(() => expect(stream.lastEventId).not.toBe(""));
    const { lastEventId: oldId } = stream;
    for (let index = 0; index < 101; index++) {
      const change = { type: "conversation", id: `c${index}`, change: "saved" } as const;
      publishBrowserEvent(server.platform, ann.actor.principal.id, change);
      if (index % 40 === 39) await whenReceived(stream, change);
    }
    await whenReceived(stream, { type: "conversation", id: "c100" });
    const [epoch] = oldId.split(".");
    for (const id of [oldId, "elsewhere.3", `${epoch}.999999`, `${epoch}.-1`, `${epoch}.x`, "x", "_".repeat(5_000)]) {
      const again = await open(ann, id);
      await vi.waitFor(() => expect(again.events).toEqual([{ type: "resync" }]));
      expect(again.lastEventId).toBe(stream.lastEventId);
      again.close();
    }
    const foreign = await open(bob, stream.lastEventId);
    await vi.waitFor(() => expect(foreign.events).toEqual([{ type: "resync" }]));
  });

  test("is closed to other sites, API clients and signed-out people", async () => {
    const cookie = `${sessionCookieName}=${ann.cookie}`;
    const client = { [clientHeader.name]: clientHeader.value };
    const get = async (headers: Record<string, string>) =>
      (await server.app.inject({ url: browserEventsPath, headers: { host: "localhost", ...headers } })).statusCode;
    expect(await get({ cookie })).toBe(403);
    expect(await get({ cookie, ...client, origin: "https://evil.example" })).toBe(403);
    expect(await get({ cookie, ...client, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await get({ ...client })).toBe(401);
    expect(await get({ ...client, authorization: `Bearer ${ann.token}` })).toBe(401);
    await endSession(server.platform, getSessionId(ann.actor));
    await vi.waitFor(async () => expect(await get({ cookie, ...client })).toBe(401), { timeout: 5_000 });
    const head = await server.app.inject({ method: "HEAD", url: browserEventsPath, headers: { cookie, ...client } });
    expect(head.statusCode).toBe(404);
  });

  test("is closed to the page of somebody who was signed in on the computer before", async () => {
    const headers = { cookie: `${sessionCookieName}=${ann.cookie}`, [clientHeader.name]: clientHeader.value };
    const personId = bob.actor.principal.id;
    const { statusCode } = await server.app.inject({
      url: browserEventsPath,
      headers: { ...headers, [eventsPersonHeader]: personId },
    });
    expect(statusCode).toBe(401);
    expect((await openOn(server, ann, null, ann.actor.principal.id)).status).toBe(200);
  });

  test("ends when the session ends or the person is blocked; another session's stream stays", async () => {
    const otherSession = await server.signIn(`ann${count}@example.org`);
    const admin = await server.signIn("admin@example.org");
    const [stream, other, foreign] = await Promise.all([open(ann), open(otherSession), open(bob)]);
    await endSession(server.platform, getSessionId(ann.actor));
    await endUnauthorizedWork(server.platform);
    await vi.waitFor(() => expect(stream.isClosed).toBe(true));
    expect([other.isClosed, foreign.isClosed]).toEqual([false, false]);
    await blockPerson(server.platform, admin.actor, bob.actor.principal.id);
    await endUnauthorizedWork(server.platform);
    await vi.waitFor(() => expect(foreign.isClosed).toBe(true));
    await otherSession.proxy(saveUserSettings, { settings: {} });
    await whenReceived(other, { type: "settings" });
    expect(stream.events).toEqual([]);
  });

  test("is refused to a person with too many streams, until one of them is closed", async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(ann)));
    const refused = await open(ann);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    expect((await open(bob)).status).toBe(200);
    streams[0]?.close();
    await vi.waitFor(async () => expect((await open(ann)).status).toBe(200));
  });

  test("cannot be stored by caches or delayed by proxies", async () => {
    const { status, headers } = await open(ann);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
  });
});

test("a server that shuts down ends its streams and opens no others", async () => {
  const server = await startChatServer();
  const stream = await openOn(server, server.ann);
  server.platform.runLog.beginDraining();
  expect(await openOn(server, server.ann)).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(stream.isClosed).toBe(false);
  await modules.find(({ name }) => name === "browserEvents")?.drain?.(server.platform, 0);
  await vi.waitFor(() => expect(stream.isClosed).toBe(true));
  await server.close();
});

describe("two servers on one database", () => {
  let a: ChatServer;
  let b: ChatServer;
  let dropDatabase: () => Promise<void>;
  beforeAll(async () => {
    const { databaseUrl, drop } = await createPostgresDatabase();
    dropDatabase = drop;
    a = await startChatServer({ databaseUrl, environment });
    b = await startChatServer({ databaseUrl, environment, models: a.models });
  });
  afterAll(async () => {
    await b.close();
    await a.close();
    await dropDatabase();
  });

  test("a change at one reaches the person's streams at both, and nobody else's", async () => {
    const person = await b.signIn("ann@example.org");
    const bob = await b.signIn("bob@example.org");
    const [atA, atB, foreign] = await Promise.all([openOn(a, a.ann), openOn(b, person), openOn(b, bob)]);
    await a.ann.proxy(createConversation, conversation("shared"));
    const event = { type: "conversation", id: "shared", revision: 1 } as const;
    await Promise.all([atA, atB].map((stream) => whenReceived(stream, event)));
    await bob.proxy(saveUserSettings, { settings: {} });
    await whenReceived(foreign, { type: "settings" });
    expect(foreign.events).toHaveLength(1);
    expect([atA.events, atB.events].map(({ length }) => length)).toEqual([1, 1]);
    // The other server does not know the position.
    const moved = await openOn(b, person, atA.lastEventId);
    await vi.waitFor(() => expect(moved.events).toEqual([{ type: "resync" }]));
  });

  test("many changes at once arrive at the other server, although a message between servers is short", async () => {
    const stream = await openOn(b, await b.signIn("ann@example.org"));
    const ids = Array.from({ length: 30 }, () => `${randomUUID()}-${"x".repeat(160)}`);
    await Promise.all(ids.map((id) => a.ann.proxy(createConversation, conversation(id))));
    for (const id of ids) await whenReceived(stream, { type: "conversation", id });
  });

  test("a server that has lost the connection to the others has its streams read everything again", async () => {
    const stream = await openOn(b, await b.signIn("ann@example.org"));
    await vi.waitFor(() => expect(stream.lastEventId).not.toBe(""));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'lectern processes'`.execute(a.platform.db);
    await whenReceived(stream, { type: "resync" });
    await a.ann.proxy(createConversation, conversation("after"));
    await whenReceived(stream, { type: "conversation", id: "after" });
  });

  test("the end of an answer whose server died is told by another one", async () => {
    const { databaseUrl, drop } = await createPostgresDatabase();
    const [dying, living] = await Promise.all([
      startChatServer({ databaseUrl, models: a.models }),
      startChatServer({ databaseUrl, models: a.models }),
    ]);
    onTestFinished(async () => {
      await dying.close();
      await living.close();
      await drop();
    });
    const stream = await openOn(living, living.ann);
    const requestId = randomUUID();
    const options = { requestId, conversationId: "dies", storage: "cloud" as const, parentId: null, replyId: "a" };
    const messages = [{ id: "q", role: "user" as const, content: "[[answer: one two three]]" }];
    a.models.pauseAfter(1);
    await dying.post(dying.ask("", { messages, options }));
    const run = { type: "run", conversationId: "dies", requestId } as const;
    await whenReceived(stream, { ...run, state: "started" });
    await dying.simulateCrash();
    await vi.waitFor(
      async () => {
        await reapDeadRuns(living.platform, "later");
        expect(stream.events).toContainEqual({ ...run, state: "ended" });
      },
      { timeout: 20_000, interval: 500 },
    );
    a.models.resume();
  });
});
