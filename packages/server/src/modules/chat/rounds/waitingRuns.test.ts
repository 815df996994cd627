import { randomUUID } from "node:crypto";
import { openConversation } from "@lectern/contract";
import { afterEach, expect, test } from "vitest";
import { createTestTools } from "../../../testing/createTestTools.ts";
import { openBrowserEvents } from "../../../testing/openBrowserEvents.ts";
import { type ChatServer, readStream, startChatServer } from "../../../testing/startChatServer.ts";
import { createPostgresDatabase } from "../../../testing/testDatabase.ts";
import { reapDeadRuns } from "../reapDeadRuns.ts";

const servers: ChatServer[] = [];
let database: Awaited<ReturnType<typeof createPostgresDatabase>> | null = null;
afterEach(async () => {
  for (const server of servers.splice(0).reverse()) await server.close();
  await database?.drop();
  database = null;
});

const tools = createTestTools();

/** Starts a server process on the database of this test. */
async function startProcess(environment: Record<string, string> = {}): Promise<ChatServer> {
  database ??= await createPostgresDatabase();
  const [first] = servers;
  const options = first ? { models: first.models } : {};
  const { databaseUrl } = database;
  const server = await startChatServer({ databaseUrl, modules: [tools.module], environment, ...options });
  servers.push(server);
  return server;
}

const prompt = '[[say: May I?]] [[call: send {"text":"mail"}]] [[answer: {results}]]';
const createOptions = () => {
  const id = randomUUID();
  return { requestId: `${id}-r`, conversationId: id, storage: "cloud" as const, parentId: null, replyId: `${id}-a` };
};
const approve = (runId: string) => ({
  continueRun: { runId, requestId: randomUUID(), decisions: [{ stepId: "0-0", isApproved: true }] },
});

test("an answer in the cloud continues after an approval that is given after a restart", async () => {
  const before = await startProcess();
  const options = createOptions();
  await readStream(await before.post(before.ask(prompt, { options })));
  await before.settled();
  await before.simulateCrash();
  const after = await startProcess();
  const { status, answer } = await readStream(await after.post(approve(options.requestId)));
  expect(status).toBe(200);
  expect(answer).toMatchObject({ content: 'May I?\n\necho: {"text":"mail"}', steps: [{ state: "done" }] });
});

test("a local answer that waits ends with its process, and the person is told", async () => {
  const before = await startProcess();
  const options = { requestId: randomUUID(), conversationId: "local" };
  await readStream(await before.post(before.ask(prompt, { options })));
  const after = await startProcess();
  const { status, text } = await readStream(await after.post(approve(options.requestId)));
  expect(status).toBe(404);
  expect(text).toContain("no longer possible");
});

test("a decision that is sent to two processes continues the answer once, and both follow it", async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  const options = createOptions();
  await readStream(await first.post(first.ask(prompt, { options })));
  await first.settled();
  tools.calls.length = 0;
  const body = approve(options.requestId);
  const responses = await Promise.all([first, second].map(async (server) => readStream(await server.post(body))));
  expect(responses).toMatchObject([
    { status: 200, answer: { steps: [{ state: "done" }] } },
    { status: 200, answer: { steps: [{ state: "done" }] } },
  ]);
  expect(tools.calls).toHaveLength(1);
});

test("the person's browsers are told that an answer continues", async () => {
  const server = await startProcess();
  const options = createOptions();
  await readStream(await server.post(server.ask(prompt, { options })));
  await server.settled();
  const stream = await openBrowserEvents(server.origin, server.ann);
  const body = approve(options.requestId);
  const { conversationId } = options;
  const { requestId } = body.continueRun;
  const event = { type: "run", conversationId, requestId };
  // Events about one run that follow each other quickly are joined.
  server.models.pauseAfter(0);
  const response = server.post(body);
  await expect.poll(() => stream.events).toContainEqual(expect.objectContaining({ ...event, state: "started" }));
  server.models.resume();
  await readStream(await response);
  await expect.poll(() => stream.events).toContainEqual(expect.objectContaining({ ...event, state: "ended" }));
  stream.close();
});

test("an approval at a spending limit is refused, and can be repeated later", async () => {
  const server = await startProcess({ LIMIT_DAILY: "1" });
  const { db } = server.platform;
  await db.updateTable("models").set({ input_token_cost: "0.000001", output_token_cost: "0.000001" }).execute();
  const options = createOptions();
  await readStream(await server.post(server.ask(prompt, { options })));
  await server.settled();
  tools.calls.length = 0;
  await db.updateTable("usage").set({ cost: "1" }).execute();
  expect((await readStream(await server.post(approve(options.requestId)))).status).toBe(429);
  expect(tools.calls).toEqual([]);
  await db.updateTable("usage").set({ cost: "0" }).execute();
  expect((await readStream(await server.post(approve(options.requestId)))).answer.steps).toMatchObject([
    { state: "done" },
  ]);
});

test("an answer continues with its tools although the model's server has rejected tools meanwhile", async () => {
  const server = await startProcess();
  const options = createOptions();
  await readStream(await server.post(server.ask(prompt, { options })));
  await readStream(await server.post(server.ask("[[notools]] [[answer: Plain.]]")));
  const { answer } = await readStream(await server.post(approve(options.requestId)));
  expect(answer).toMatchObject({ content: 'May I?\n\necho: {"text":"mail"}', steps: [{ state: "done" }] });
});

test("steps are read from another process, and those of a dead process are cancelled", async () => {
  const owner = await startProcess();
  const reader = await startProcess();
  const options = createOptions();
  void owner.post(owner.ask("[[say: Hm.]] [[call: wait {}]]", { options }));
  await tools.whenWaiting();
  const followed = await reader.follow(options.requestId);
  const isOpen = async () => {
    const { result } = await reader.ann.proxy(openConversation, { conversationId: options.conversationId });
    return result.conversation.messages[1];
  };
  await expect.poll(isOpen, { timeout: 20_000 }).toMatchObject({ data: { steps: [{ state: "running" }] } });
  await owner.simulateCrash();
  const { answer } = await readStream(followed);
  expect(answer).toMatchObject({ content: "Hm.", end: { end: "stopped" }, steps: [{ state: "cancelled" }] });
  await expect
    .poll(
      async () => {
        await reapDeadRuns(reader.platform, "later");
        return isOpen();
      },
      { timeout: 30_000 },
    )
    .toMatchObject({ content: "Hm.", data: { end: { end: "stopped" }, steps: [{ state: "cancelled" }] } });
  tools.release();
});

test("a model whose server rejects tools answers without them, and is not offered them again", async () => {
  const server = await startProcess();
  const ask = async () => (await readStream(await server.post(server.ask("[[notools]] [[answer: Plain.]]")))).answer;
  expect(await ask()).toMatchObject({ content: "Plain.", end: { end: "done" } });
  expect(await ask()).toMatchObject({ content: "Plain.", end: { end: "done" } });
  expect(server.models.chats().map(({ body }) => (body?.tools ?? []).length > 0)).toEqual([true, false, false]);
});

test("a spending limit that the first call reaches ends the answer before the second, which keeps its text", async () => {
  const server = await startProcess({ LIMIT_DAILY: "0.02" });
  await server.platform.db.updateTable("models").set({ input_token_cost: "0", output_token_cost: "10" }).execute();
  const options = { requestId: randomUUID() };
  const { answer } = await readStream(
    await server.post(server.ask('[[say: Let me see]] [[call: echo {"text":"a"}]] [[answer: never]]', { options })),
  );
  expect(answer).toMatchObject({
    content: "Let me see",
    end: { end: "failed", code: "rateLimited" },
    steps: [{ state: "done" }],
  });
  await server.settled();
  const rows = await server.platform.db
    .selectFrom("usage")
    .selectAll()
    .where("request_id", "=", options.requestId)
    .execute();
  expect(rows).toMatchObject([{ outcome: "failed", output_tokens: 3 }]);
});
