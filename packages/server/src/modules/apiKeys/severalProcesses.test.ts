import type { IncomingMessage } from "node:http";
import { deactivateApiKey, getUserSettings, reportLeakedApiKey, updateApiKeys } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { PeriodicTask } from "../../platform/runPeriodically.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createTestKey, type TestKey } from "../../testing/createTestKey.ts";
import { type ChatServer, startChatServer } from "../../testing/startChatServer.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { startRightsCheck } from "../revocation/startRightsCheck.ts";

/** A revocation holds everywhere within five seconds. */
const withinFiveSeconds = { timeout: 5_000, interval: 20 };

let a: ChatServer;
let b: ChatServer;
let dropDatabase: () => Promise<void>;
let tasks: PeriodicTask[];
let count = 0;
beforeAll(async () => {
  const { databaseUrl, drop } = await createPostgresDatabase();
  dropDatabase = drop;
  a = await startChatServer({ databaseUrl });
  b = await startChatServer({ databaseUrl, models: a.models });
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

const ask = async (server: ChatServer, { headers }: TestKey) =>
  (await server.app.inject({ url: getUserSettings.path, headers })).statusCode;
const askBoth = (key: TestKey) => Promise.all([ask(a, key), ask(b, key)]);
const signIn = async () => {
  const name = `person-${++count}@example.org`;
  return { atA: await a.signIn(name), atB: await b.signIn(name) };
};
/** Resolves once the connection has been closed, by whichever side. */
const whenClosed = (response: IncomingMessage) =>
  new Promise<void>((resolve) => {
    response
      .once("close", resolve)
      .once("error", () => undefined)
      .resume();
  });

test.each(["connected", "cut off from each other"])(
  "within five seconds, nothing accepts a key that was deactivated, and its answers end, on two servers that are %s",
  async (link) => {
    const { atA, atB } = await signIn();
    const key = await createTestKey(a, atA);
    const other = await createTestKey(a, atA);
    expect(await askBoth(key)).toEqual([200, 200]);
    a.models.pauseAfter(2);
    const requestId = `request-${count}`;
    const caller: TestPerson = { ...atA, token: key.secret };
    const stream = await a.post(a.ask("[[answer: one two three]]", { requestId }), { person: caller });
    await a.models.whenPaused();
    const followed = await b.follow(requestId, { person: caller });
    const closed = [whenClosed(stream), whenClosed(followed)];
    if (link === "cut off from each other") {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`.execute(a.platform.db);
    }
    expect((await atB.proxy(deactivateApiKey, { apiKeyId: key.apiKeyId })).status).toBe(200);
    // Where it was done, it holds at once.
    expect(await ask(b, key)).toBe(401);
    await vi.waitFor(async () => {
      expect(await ask(a, key)).toBe(401);
      expect((await a.follow(requestId, { person: caller })).statusCode).toBe(401);
      expect(await a.platform.runLog.listLiveRuns(atA.actor.principal.id)).toEqual([]);
    }, withinFiveSeconds);
    await Promise.all(closed);
    expect(await askBoth(other)).toEqual([200, 200]);
    // The answer that was generated until then is paid for.
    await a.settled();
    const row = await a.platform.db
      .selectFrom("usage")
      .select("outcome")
      .where("credential_id", "=", key.id)
      .executeTakeFirstOrThrow();
    expect(row.outcome).toBe("stopped");
  },
);

test("a use that races with the end of a key never makes it work again", async () => {
  const { atA, atB } = await signIn();
  for (let round = 0; round < 6; round += 1) {
    const key = await createTestKey(a, atA);
    // Both servers have the key in their caches or are reading it while it ends.
    if (round % 3 === 0) await askBoth(key);
    const repeat = async (server: ChatServer) => {
      const statuses: number[] = [];
      for (let n = 0; n < 15; n += 1) statuses.push(await ask(server, key));
      return statuses;
    };
    const uses = [a, b].map(repeat);
    const end =
      round % 2 === 0
        ? await atA.proxy(deactivateApiKey, { apiKeyId: key.apiKeyId })
        : await atB.proxy(reportLeakedApiKey, { key: key.secret });
    expect(end.status).toBe(200);
    for (const statuses of await Promise.all(uses)) {
      // Once it was refused, it stays refused.
      const accepted = statuses.filter((status) => status === 200);
      expect(statuses).toEqual(statuses.map((_, index) => (index < accepted.length ? 200 : 401)));
    }
    await vi.waitFor(async () => expect(await askBoth(key)).toEqual([401, 401]), withinFiveSeconds);
    expect(await askBoth(key)).toEqual([401, 401]);
  }
});

test("of calls on two servers that end a key and change it at once, the end wins", async () => {
  const { atA, atB } = await signIn();
  for (let round = 0; round < 5; round += 1) {
    const { apiKeyId, id } = await createTestKey(a, atA);
    const requests = [{ apiKeyId, updates: { accessTypes: ["chat" as const] } }];
    await Promise.all([atA.proxy(deactivateApiKey, { apiKeyId }), atB.proxy(updateApiKeys, requests)]);
    const row = await a.platform.db
      .selectFrom("api_keys")
      .select("reason")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.reason).toBe("deactivated");
  }
});

test("fewer access types hold on both servers", async () => {
  const { atA, atB } = await signIn();
  const key = await createTestKey(a, atA);
  expect(await askBoth(key)).toEqual([200, 200]);
  await atB.proxy(updateApiKeys, [{ apiKeyId: key.apiKeyId, updates: { accessTypes: ["chat"] } }]);
  await vi.waitFor(async () => expect(await askBoth(key)).toEqual([403, 403]), withinFiveSeconds);
});
