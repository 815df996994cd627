import { randomUUID } from "node:crypto";
import { type KeyScope, listRuns } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../core/context.ts";
import { createActorToken } from "../../testing/createActorToken.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer({ clock: createManualClock() });
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

/** Creates a caller with an API key of Ann, or in the name of a service of hers. */
async function createKey(more: Partial<Actor> = {}, scopes: readonly KeyScope[] = ["chat"]): Promise<TestPerson> {
  const credential = { kind: "key", id: randomUUID(), scopes: new Set(scopes) } as const;
  const actor = { ...server.ann.actor, credential, ...more };
  return { ...server.ann, actor, token: await createActorToken(server.platform, actor) };
}

const ask = async (person: TestPerson, requestId: string, answer: string) =>
  server.post(server.ask(`[[answer: ${answer}]]`, { requestId }), { person });
const read = async (person: TestPerson, requestId: string, answer: string) =>
  (await readStream(await ask(person, requestId, answer))).answer.content;

async function follow(person: TestPerson, requestId: string): Promise<number | undefined> {
  const response = await server.follow(requestId, { person });
  response.resume();
  return response.statusCode;
}

async function stop(person: TestPerson, requestId: string): Promise<void> {
  const response = await server.post({ killSwitch: { requestId, value: true } }, { person });
  expect(response.statusCode).toBe(200);
  response.resume();
}

async function list({ token }: TestPerson): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await server.app.inject({ method: listRuns.method, url: listRuns.path, headers });
  const { data } = reply.json<{ data: { runs: { requestId: string }[] } }>();
  return data.runs.map(({ requestId }) => requestId);
}

test("keys and the sessions of one person get their own answers to the same request id, also when they repeat it", async () => {
  const callers = { ann: server.ann, first: await createKey(), second: await createKey() };
  for (const [name, caller] of Object.entries(callers)) expect(await read(caller, "same", name)).toBe(name);
  for (const [name, caller] of Object.entries(callers)) expect(await read(caller, "same", "again")).toBe(name);
  const rows = await server.platform.db
    .selectFrom("usage")
    .where("request_id", "like", "%same")
    .select(["user_id", "credential_id", "account_id"])
    .execute();
  expect(new Set(rows)).toEqual(
    new Set(
      Object.values(callers).map(({ actor }) => ({
        user_id: server.ann.actor.principal.id,
        credential_id: actor.credential.id,
        account_id: actor.payer,
      })),
    ),
  );
});

test("only the credential that started a run reads, follows, lists and stops it, and every session of the person", async () => {
  const [key, other] = [await createKey(), await createKey()];
  const phone = await server.signIn(server.ann.actor.email);
  for (const [starter, strangers] of [
    [key, [server.ann, phone, other]],
    [server.ann, [key, other]],
  ] as const) {
    const requestId = randomUUID();
    server.models.pauseAfter(1);
    const response = await ask(starter, requestId, "one two three four");
    await server.models.whenPaused();
    for (const stranger of strangers) {
      expect(await follow(stranger, requestId)).toBe(404);
      expect(await list(stranger)).toEqual([]);
      await stop(stranger, requestId);
    }
    for (const reader of starter === key ? [key] : [server.ann, phone]) {
      expect(await list(reader)).toEqual([requestId]);
      expect(await follow(reader, requestId)).toBe(200);
    }
    server.models.resume();
    const { answer } = await readStream(response);
    expect(answer).toMatchObject({ content: "one two three four", end: { end: "done" } });
    await server.settled();
  }
});

test("a key stops its own run", async () => {
  const key = await createKey();
  server.models.pauseAfter(1);
  const response = await ask(key, "stopped", "one two three four");
  await server.models.whenPaused();
  await stop(key, "stopped");
  server.models.resume();
  expect((await readStream(response)).answer.end).toMatchObject({ end: "stopped" });
});

test("a session cannot name the run of a key by the id under which it is stored", async () => {
  const key = await createKey();
  await read(key, "stored", "secret");
  const storedId = `${key.actor.credential.id}|stored`;
  const response = await server.app.inject({
    url: `/chat/${encodeURIComponent(storedId)}`,
    headers: { authorization: `Bearer ${server.ann.token}` },
  });
  expect(response.statusCode).toBe(404);
  const repeated = await server.post(server.ask("Hi", { requestId: storedId }));
  expect(repeated.statusCode).toBe(400);
  repeated.resume();
});

test("a key continues a partial answer of its own, and no other key does that for it", async () => {
  const [key, other] = [await createKey({}, ["full_access"]), await createKey({}, ["full_access"])];
  const conversationId = randomUUID();
  const place = { conversationId, storage: "cloud" as const, parentId: null, replyId: `${conversationId}-a` };
  const post = async (person: TestPerson, options: object) => {
    const messages = [
      {
        id: `${conversationId}-q`,
        role: "user" as const,
        content: "Hi [[answer: The quick bro]] [[finish: length]] [[rest]] [[answer: brown fox.]]",
      },
    ];
    return readStream(await server.post(server.ask("", { messages, options: { ...place, ...options } }), { person }));
  };
  await post(key, { requestId: "part" });
  await server.settled();
  const partialAnswer = { requestId: "part" };
  expect((await post(other, { requestId: "rest", partialAnswer })).status).toBe(409);
  expect((await post(key, { requestId: "rest", partialAnswer })).answer.content).toBe("The quick brown fox.");
});
