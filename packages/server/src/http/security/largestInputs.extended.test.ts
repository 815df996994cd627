import { randomUUID } from "node:crypto";
import { ChatRequest, ContinueRequest, clientHeader, createAssistant } from "@lectern/contract";
import type { OpName } from "@lectern/contract/registry";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { seedModels } from "../../modules/models/service.ts";
import { ops } from "../../ops/registry.ts";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createLargestInputs } from "../../testing/createLargestInputs.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createExampleConversation, exampleGroupId, getOpExamples } from "../../testing/getOpExamples.ts";
import { measureLongestTurn, measureTurnLimit } from "../../testing/measureLongestTurn.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { type HttpClientThread, startHttpClientThread } from "../../testing/startHttpClientThread.ts";

/** A body that is still parsed in the server's own thread, and a long one. */
const sizes = [900_000, 8_000_000];

let server: TestApp;
let person: TestPerson;
let client: HttpClientThread;
let origin: string;
let assistantId: string;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: "admin@uni.edu", REQUESTS_PER_MINUTE: "100000000" } });
  await configureFlags(server.platform.db, { answerFeedback: true, assistantAdminInterface: true });
  await seedModels(server.platform, { includesLocal: false });
  person = await server.signIn("admin@uni.edu");
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
  client = startHttpClientThread();
  await createExampleGroup();
  ({ assistantId } = (await person.proxy(createAssistant, { name: "A", instructions: "i" })).result);
  // The first long question starts the thread and loads the tokenizer.
  await send("POST", "/chat", createBody(createQuestion("word ".repeat(800_000))));
});
afterAll(async () => {
  await client?.close();
  await server?.close();
});

async function createExampleGroup(): Promise<void> {
  const { db } = server.platform;
  const { id } = person.actor.principal;
  await sql`insert into principals (id, kind) values ('g', 'group')`.execute(db);
  await sql`insert into groups (id, wire_id, name, created_at) values ('g', ${exampleGroupId}, 'G', now())`.execute(db);
  await sql`
    insert into group_members (group_id, principal_id, level, created_at) values ('g', ${id}, 'admin', now())`.execute(
    db,
  );
}

const createBody = (data: unknown) => JSON.stringify({ data });
const createQuestion = (content: string) => ({ model: "guide", messages: [{ role: "user" as const, content }] });

function send(method: string, path: string, body: string): Promise<number> {
  const cookie = { cookie: `${sessionCookieName}=${person.cookie}`, [clientHeader.name]: clientHeader.value };
  const headers = path.startsWith("/api/") ? cookie : { authorization: `Bearer ${person.token}` };
  const url = `${origin}${path}`;
  return client.send({ url, method, headers: { "content-type": "application/json", ...headers }, body });
}

async function expectShortTurns(method: string, path: string, label: string, body: string): Promise<void> {
  const limitMs = await measureTurnLimit();
  let status = 0;
  const blockedMs = await measureLongestTurn(async () => {
    status = await send(method, path, body);
  });
  expect(status, label).not.toBe(500);
  expect(blockedMs, `${label} (${status}) blocked for ${blockedMs} ms, allowed are ${limitMs} ms`).toBeLessThan(
    limitMs,
  );
}

function createExample(name: OpName): unknown {
  const id = randomUUID();
  const examples = getOpExamples("c1", "admin@uni.edu", undefined, exampleGroupId, assistantId);
  if (name === "createConversation") return { conversation: createExampleConversation(id) };
  if (name === "createAssistant") return { name: "A", instructions: "i" };
  return examples[name];
}

const opNames = (Object.keys(ops) as OpName[]).filter((name) => ops[name].method !== "GET");
test.each(opNames)(
  "%s with any field as large as its schema permits does not block other requests",
  async (name) => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
    const { method, path, entryPoint, input: schema } = ops[name];
    for (const size of sizes) {
      for (const { field, input } of createLargestInputs(schema, createExample(name), size)) {
        const body = entryPoint === "direct" ? JSON.stringify(input) : createBody(input);
        await expectShortTurns(method, path, field, body);
      }
    }
  },
  300_000,
);

test.each([
  ["a question", ChatRequest, createQuestion("Hi")],
  ["an approval", ContinueRequest, { continueRun: { runId: "r", requestId: "s", decisions: [] } }],
])(
  "%s with any field as large as its schema permits does not block other requests",
  async (_, schema, example) => {
    for (const size of sizes) {
      for (const { field, input } of createLargestInputs(schema, example, size)) {
        await expectShortTurns("POST", "/chat", field, JSON.stringify(input));
      }
    }
  },
  300_000,
);
