import { getUserSettings, searchMessages } from "@lectern/contract";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgres } from "../../platform/db/openPostgres.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestApp } from "../../testing/createTestApp.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { runHeavyCall } from "./heavyCalls.ts";

const neverAborted = new AbortController().signal;

/** Starts calls of a person. `started` lists the calls that have started; `end` ends one. */
function createCalls() {
  const platform = { state: new Map() };
  const started: string[] = [];
  const endFunctions = new Map<string, () => void>();
  const call = (userId: string, name: string, signal = neverAborted) =>
    runHeavyCall(platform, userId, signal, async () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      endFunctions.set(name, resolve);
      await promise;
      return name;
    });
  return { call, started, end: (name: string) => endFunctions.get(name)?.() };
}

test("two calls of a person run at a time, the others in the order of their arrival, and other people do not wait", async () => {
  const { call, started, end } = createCalls();
  const results = ["a", "b", "c", "d"].map((name) => call("ann", name));
  results.push(call("bob", "e"));
  expect(started).toEqual(["a", "b", "e"]);
  end("b");
  await vi.waitFor(() => expect(started).toEqual(["a", "b", "e", "c"]));
  end("a");
  end("c");
  await vi.waitFor(() => expect(started).toEqual(["a", "b", "e", "c", "d"]));
  end("d");
  end("e");
  expect(await Promise.all(results)).toEqual(["a", "b", "c", "d", "e"]);
});

test("a call that fails lets the next one start", async () => {
  const { call, started } = createCalls();
  void call("ann", "a");
  const platform = { state: new Map() };
  const fail = () => runHeavyCall(platform, "ann", neverAborted, () => Promise.reject(new Error("broken")));
  for (let count = 0; count < 5; count++) await expect(fail()).rejects.toThrow("broken");
  expect(started).toEqual(["a"]);
});

test("a caller that disconnects gives up its place, and too many waiting calls are rejected", async () => {
  const { call, started, end } = createCalls();
  const controller = new AbortController();
  for (const name of ["a", "b"]) void call("ann", name);
  const abandoned = call("ann", "abandoned", controller.signal);
  for (let index = 0; index < 49; index++) void call("ann", `w${index}`);
  await expect(call("ann", "rejected")).rejects.toMatchObject({
    code: "rateLimited",
    userMessage: "Too many of your requests are waiting. Please try again in a moment.",
    headers: { "retry-after": "5" },
  });
  controller.abort(new Error("gone"));
  await expect(abandoned).rejects.toThrow("gone");
  end("a");
  await vi.waitFor(() => expect(started).toEqual(["a", "b", "w0"]));
});

test("eight searches of one person, at both entry points, occupy two connections", async () => {
  const { databaseUrl, drop } = await createPostgresDatabase("prepared");
  onTestFinished(drop);
  const server = await createTestApp({ databaseUrl });
  onTestFinished(() => server.close());
  const db = await openPostgres(databaseUrl, pino({ level: "silent" }));
  onTestFinished(() => db.destroy());
  const [ann, bob] = [await server.signIn("ann@uni.edu"), await server.signIn("bob@uni.edu")];
  const searches = await transaction(db, async (tx) => {
    await sql`lock table messages in access exclusive mode`.execute(tx);
    const countBlocked = async () =>
      (
        await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.platform.db)
      ).rows.length;
    const pendingSearches = [0, 1, 2, 3].flatMap(() =>
      [ann.proxy, ann.rest].map((call) => call(searchMessages, { query: "x" })),
    );
    pendingSearches.push(bob.rest(searchMessages, { query: "x" }));
    await vi.waitFor(async () => expect(await countBlocked()).toBeGreaterThanOrEqual(3), { timeout: 20_000 });
    expect((await ann.rest(getUserSettings, {})).status).toBe(200);
    expect(await countBlocked()).toBe(3);
    return pendingSearches;
  });
  for (const response of await Promise.all(searches)) expect(response.status).toBe(200);
});
