import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import {
  downloadFile,
  getFiles,
  getUserSettings,
  listConversations,
  openConversation,
  updateSiteConfigs,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { PeriodicTask } from "../../platform/runPeriodically.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { uploadTestBytes, uploadTestFile } from "../../testing/uploadTestFile.ts";
import { createScriptedReader } from "../files/documents/testing/scriptedReader.ts";
import { giveGrants, revokeGrants } from "../grants/service.ts";
import { endSession, getSessionId } from "../identity/service.ts";
import { forgetModels } from "../models/service.ts";
import { blockPerson } from "../people/service.ts";
import { endUnauthorizedWork } from "./endUnauthorizedWork.ts";
import { startRightsCheck } from "./startRightsCheck.ts";

/** A revocation holds everywhere within five seconds. */
const withinFiveSeconds = { timeout: 5_000, interval: 50 };

let a: ChatServer;
let b: ChatServer;
let admin: TestPerson;
let dropDatabase: () => Promise<void>;
let tasks: PeriodicTask[];
let count = 0;

beforeAll(async () => {
  const { databaseUrl, drop } = await createPostgresDatabase();
  dropDatabase = drop;
  const options = { databaseUrl, environment: { ADMINS: "admin@example.org" }, documents: createScriptedReader() };
  a = await startChatServer(options);
  b = await startChatServer({ ...options, models: a.models });
  admin = await a.signIn("admin@example.org");
  tasks = [a, b].map(({ platform }) => startRightsCheck(platform));
});
afterEach(async () => {
  a.models.resume();
  await a.settled();
  await b.settled();
  a.models.reset();
});
afterAll(async () => {
  await Promise.all(tasks.map((task) => task.stop()));
  await b.close();
  await a.close();
  await dropDatabase();
});

/** Starts an answer on server A that stalls after two words. Returns its ids and its stream. */
async function startAnswer(person: TestPerson, fileKey?: string) {
  count += 1;
  const ids = { requestId: `request-${count}`, conversationId: `conversation-${count}` };
  const options = { ...ids, storage: "cloud" as const, parentId: null, replyId: `a-${count}` };
  const content = "[[answer: one two three]]";
  const data = fileKey === undefined ? {} : { dataSources: [{ id: fileKey }] };
  const messages = [{ id: `q-${count}`, role: "user" as const, content, data }];
  a.models.pauseAfter(2);
  const stream = await a.post(a.ask(content, { messages, options }), { person });
  await a.models.whenPaused();
  return { ...ids, stream };
}

/** Resolves once the connection has been closed, by whichever side. */
const whenClosed = (response: IncomingMessage) =>
  new Promise<void>((resolve) => {
    response
      .once("close", resolve)
      .once("error", () => undefined)
      .resume();
  });

const readStoredAnswer = async (ownerId: string, conversationId: string) =>
  a.platform.db
    .selectFrom("messages")
    .select(["content", "data"])
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .where("role", "=", "assistant")
    .executeTakeFirstOrThrow();

test.each(["connected", "cut off from each other"])(
  "within five seconds, nothing works any more for a blocked person, on two servers that are %s",
  async (link) => {
    const name = `blocked-${count}@example.org`;
    const person = await a.signIn(name);
    const personAtB = await b.signIn(name);
    const file = await uploadTestFile(a, person, { name: "a.txt", type: "text/plain", content: "text" });
    const { downloadUrl } = (await person.proxy(downloadFile, { key: file.id })).result;
    const { requestId, conversationId, stream } = await startAnswer(person);
    const streamAtB = await b.follow(requestId, { person: personAtB });
    const closed = [whenClosed(stream), whenClosed(streamAtB)];
    expect((await personAtB.rest(listConversations, {})).status).toBe(200);
    expect((await a.app.inject({ url: downloadUrl })).statusCode).toBe(200);

    if (link === "cut off from each other") {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`.execute(a.platform.db);
    }
    await blockPerson(b.platform, admin.actor, person.actor.principal.id);

    await vi.waitFor(async () => {
      expect((await person.rest(listConversations, {})).status).toBe(401);
      expect((await personAtB.proxy(getUserSettings, {})).status).toBe(401);
      expect((await a.follow(requestId, { person })).statusCode).toBe(401);
      for (const { app } of [a, b]) expect((await app.inject({ url: downloadUrl })).statusCode).toBe(403);
      expect(await a.platform.runLog.listLiveRuns(person.actor.principal.id)).toEqual([]);
    }, withinFiveSeconds);
    await Promise.all(closed);
    await a.settled();
    expect(await readStoredAnswer(person.actor.principal.id, conversationId)).toMatchObject({
      content: expect.stringContaining("one"),
      data: { end: { end: "stopped" } },
    });
  },
);

test("signing out closes the open streams of that session, and the answer is written to its end", async () => {
  const person = await a.signIn("leaver@example.org");
  const otherSession = await a.signIn("leaver@example.org");
  const { requestId, conversationId, stream } = await startAnswer(person);
  const followed = await a.follow(requestId, { person: otherSession });
  const closed = whenClosed(stream);
  await endSession(b.platform, getSessionId(person.actor));
  await closed;
  a.models.resume();
  expect((await readStream(followed)).answer).toMatchObject({ content: "one two three", end: { end: "done" } });
  const { result } = await otherSession.proxy(openConversation, { conversationId });
  expect(result.conversation.messages.at(-1)).toMatchObject({ content: "one two three" });
});

test("an answer that uses a file ends within five seconds after the right to read the file has ended", async () => {
  const owner = await a.signIn("owner@example.org");
  const reader = await a.signIn("reader@example.org");
  const file = await uploadTestFile(a, owner, { name: "a.txt", type: "text/plain", content: "text" });
  const object = { type: "file" as const, id: file.id };
  await giveGrants(a.platform, owner.actor, { object, names: ["reader@example.org"], role: "read" });
  expect((await reader.proxy(getFiles, { keys: [file.id] })).result.items).toHaveLength(1);
  const { conversationId, stream } = await startAnswer(reader, file.id);
  await revokeGrants(b.platform, owner.actor, { object, names: ["reader@example.org"] });
  expect((await readStream(stream)).answer.end).toMatchObject({ end: "stopped" });
  expect((await reader.proxy(getFiles, { keys: [file.id] })).result.items).toEqual([]);
  expect((await readStoredAnswer(reader.actor.principal.id, conversationId)).content).toContain("one");
});

test("an answer that uses only the person's own files goes on", async () => {
  const person = await a.signIn("own@example.org");
  const file = await uploadTestFile(a, person, { name: "a.txt", type: "text/plain", content: "text" });
  const { stream } = await startAnswer(person, file.id);
  await endUnauthorizedWork(a.platform);
  a.models.resume();
  expect((await readStream(stream)).answer.end).toMatchObject({ end: "done" });
});

test("an answer ends within five seconds after its person has left the only group of the directory that its model is for; one of a member, and of a model that becomes unavailable, go on", async () => {
  const saveMembers = async (...members: string[]) => {
    const Law = { groupName: "Law", members, includeFromOtherGroups: [] };
    const configurations = [{ type: "amplifyGroups" as const, data: { Law } }];
    expect((await admin.proxy(updateSiteConfigs, { configurations })).result.amplifyGroups).toEqual({ success: true });
  };
  const setModel = (change: { exclusive_group_availability?: string; is_available?: boolean }) =>
    a.platform.db.updateTable("models").set(change).where("id", "=", a.modelId).execute();
  await saveMembers("leaves@example.org", "stays@example.org");
  await setModel({ exclusive_group_availability: JSON.stringify(["Law"]) });
  onTestFinished(() => void setModel({ exclusive_group_availability: "[]", is_available: true }));
  const { stream: leaving } = await startAnswer(await a.signIn("leaves@example.org"));
  const { stream: staying } = await startAnswer(await a.signIn("stays@example.org"));
  await saveMembers("stays@example.org");
  expect((await readStream(leaving)).answer.end).toMatchObject({ end: "stopped", code: "accessEnded" });
  await setModel({ is_available: false });
  forgetModels(a.platform);
  await endUnauthorizedWork(a.platform);
  a.models.resume();
  expect((await readStream(staying)).answer.end).toMatchObject({ end: "done" });
});

test("a download in progress is broken off after the right to read the file has ended", async () => {
  const owner = await a.signIn("lender@example.org");
  const reader = await a.signIn("borrower@example.org");
  const content = Buffer.alloc(30_000_000);
  const { key } = await uploadTestBytes(a, owner, { name: "a.txt", type: "text/plain", content });
  const object = { type: "file" as const, id: key };
  await giveGrants(a.platform, owner.actor, { object, names: ["borrower@example.org"], role: "read" });
  const { downloadUrl } = (await reader.proxy(downloadFile, { key })).result;
  const address = a.app.server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  const [download] = (await once(get({ port: address.port, path: downloadUrl }), "response")) as [IncomingMessage];
  expect(download.statusCode).toBe(200);
  await revokeGrants(b.platform, owner.actor, { object, names: ["borrower@example.org"] });
  await endUnauthorizedWork(a.platform);
  await whenClosed(download);
  expect(download.complete).toBe(false);
});

test("a stop that cannot reach the other servers is logged, and this server goes on", async () => {
  const person = await a.signIn("unreachable@example.org");
  const { stream } = await startAnswer(person);
  const stop = vi.spyOn(a.platform.runLog, "stop").mockRejectedValue(new Error("the other servers are out of reach"));
  onTestFinished(() => stop.mockRestore());
  const warn = vi.spyOn(a.platform.log, "warn");
  await blockPerson(b.platform, admin.actor, person.actor.principal.id);
  await endUnauthorizedWork(a.platform);
  await whenClosed(stream);
  expect(warn).toHaveBeenCalledWith(expect.anything(), "an answer could not be stopped");
});
