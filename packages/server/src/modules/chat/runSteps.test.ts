import { randomUUID } from "node:crypto";
import type { ChatEvent, JsonObject } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Run, RunStep } from "../../core/context.ts";
import type { RunHooks } from "../../core/run/run.ts";
import { defineModule } from "../../core/serverModule.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

let server: ChatServer;
/** What the step of a test does; it is part of every answer. */
let begin: (run: Run) => RunHooks = () => ({});
const jobPayloads: JsonObject[] = [];

const testStep: RunStep = {
  name: "testStep",
  job: {
    options: { concurrency: 1, timeoutSeconds: 10, retries: 0 },
    run: async (_platform, payload) => {
      jobPayloads.push(payload);
    },
  },
  begin: (run) => begin(run),
};

beforeAll(async () => {
  server = await startChatServer({ modules: [defineModule({ name: "testStep", runSteps: [testStep] })] });
});
beforeEach(() => {
  begin = () => ({});
});
afterEach(async () => {
  await server.settled();
  server.models.reset();
  jobPayloads.length = 0;
});
afterAll(() => server.close());

const ask = async (prompt = "Hi [[answer: One two.]]", options = {}) =>
  readStream(await server.post(server.ask(prompt, { options })));

test("a step adds instructions and notices", async () => {
  begin = () => ({
    prepare: async () => ({
      instructions: [{ text: "Be kind.", isSecret: false }],
      notices: [{ id: "n", summary: "Kind", message: "", type: "info", inProgress: true }],
    }),
  });
  const { answer } = await ask();
  expect(server.models.chats()[0]?.body?.messages?.[0]?.content).toMatch(/\n\nBe kind\.$/);
  expect(answer.statuses).toMatchObject([{ summary: "Kind", inProgress: false }]);
});

test("steps prepare in parallel, and the model is called once all are ready", async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  begin = () => ({
    async prepare() {
      order.push("prepare");
      await gates[0]?.promise;
      return undefined;
    },
    async attach() {
      order.push("attach");
      return undefined;
    },
  });
  const response = server.post(server.ask("Hi"));
  await expect.poll(() => order).toEqual(["prepare"]);
  expect(server.models.chats()).toEqual([]);
  gates[0]?.resolve();
  expect((await readStream(await response)).answer.end).toMatchObject({ end: "done" });
  expect(order).toEqual(["prepare", "attach"]);
});

test("a step that fails before the answer fails it with its reason", async () => {
  begin = () => ({ prepare: () => Promise.reject(new Error("no preparation")) });
  expect((await ask()).status).toBe(500);
  expect(server.models.chats()).toEqual([]);
});

test("a step sees the events, and adds others after them", async () => {
  const texts: string[] = [];
  begin = () => ({
    onEvent(event: ChatEvent, emit) {
      if (!("d" in event) || typeof event.d !== "string") return;
      texts.push(event.d);
      emit({ s: "meta", state: { seen: texts.length } });
    },
    onTextEnd: (emit) => emit({ s: "meta", state: { isComplete: true } }),
  });
  const { answer } = await ask();
  expect(texts.join("")).toBe("One two.");
  expect(answer.state).toMatchObject({ seen: texts.length, isComplete: true });
});

test("a step can refuse a call of the model", async () => {
  begin = () => ({ beforeModelCall: () => Promise.reject(new Error("refused")) });
  const { answer, status } = await ask();
  expect([status, answer.content]).toEqual([500, ""]);
  expect(server.models.chats()).toEqual([]);
});

test("a step works after the end, in memory; its failure does not change the answer", async () => {
  const results: string[] = [];
  begin = () => ({
    async afterEnd({ answer }) {
      results.push(answer.content);
      throw new Error("too late");
    },
  });
  const { answer } = await ask();
  await server.settled();
  expect(results).toEqual(["One two."]);
  expect(answer.end).toMatchObject({ end: "done" });
});

test("the job of a step is stored for a cloud conversation, and runs in memory for a local one", async () => {
  const marker = "quokka-4711";
  begin = () => ({ toJob: ({ answer }) => ({ content: answer.content }) });
  await ask(`[[answer: ${marker}]]`, { requestId: randomUUID(), conversationId: "local" });
  await server.settled();
  expect(jobPayloads).toEqual([{ content: marker }]);
  const jobs = await server.platform.db
    .withSchema("pgboss")
    .selectFrom("job" as never)
    .selectAll()
    .execute()
    .catch(() => []);
  expect(JSON.stringify(jobs)).not.toContain(marker);

  const id = randomUUID();
  const options = { requestId: `${id}-r`, conversationId: id, storage: "cloud", parentId: null, replyId: `${id}-a` };
  await ask("[[answer: stored]]", options);
  await expect.poll(() => jobPayloads, { timeout: 20_000 }).toContainEqual({ content: "stored" });
});
