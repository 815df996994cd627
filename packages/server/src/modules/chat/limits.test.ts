import {
  getMonthToDateCost,
  getSiteConfigs,
  getSpending,
  type RateLimit,
  type RateLimitInfo,
  titleConversation,
  updateSiteConfigs,
} from "@lectern/contract";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Wait } from "../../platform/clock.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";

let server: ChatServer;
let closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers = [];
});

let now = new Date();
const startTime = "2026-11-21T14:37:05.500Z";

/** Starts a server whose models cost a dollar per output token and nothing for input. */
async function startServer(environment: Record<string, string>, wait?: Wait) {
  now = new Date(startTime);
  server = await startChatServer({ environment, clock: { now: () => now }, ...(wait ? { wait } : {}) });
  closers.push(server.close);
  await setPrice("1000");
}

/** Starts two servers on one database, like two processes. Assigns one to `server` and returns the other. */
async function startTwoServers(environment: Record<string, string>): Promise<ChatServer> {
  now = new Date(startTime);
  const { databaseUrl, drop: dropDatabase } = await createPostgresDatabase();
  const options = { databaseUrl, environment, clock: { now: () => now } };
  server = await startChatServer(options);
  const otherServer = await startChatServer({ ...options, models: server.models });
  closers.push(dropDatabase, server.close, otherServer.close);
  await setPrice("1000");
  return otherServer;
}

const setPrice = (output: string | null) =>
  server.platform.db
    .updateTable("models")
    .set({ input_token_cost: output === null ? null : "0", output_token_cost: output, cached_token_cost: null })
    .execute();

/** Requests an answer of `tokens` words and reads the response to its end. */
async function ask(tokens: number, more: Parameters<ChatServer["ask"]>[1] = {}, person: TestPerson = server.ann) {
  const body = server.ask(`[[tokens:${tokens}]]`, { max_tokens: 10, ...more });
  const response = await server.post(body, { person });
  const { status, headers, text, answer } = await readStream(response);
  const failure: Record<string, unknown> = status === 200 ? {} : JSON.parse(text);
  return { status, headers, failure, answer };
}

const listUsageRows = () => server.platform.db.selectFrom("usage").selectAll().orderBy("opened_at").execute();
const loadSpending = async (person: TestPerson = server.ann): Promise<RateLimitInfo[]> =>
  (await person.proxy(getSpending, {})).result.limits;

/** Resolves when `count` of the promises have resolved to `value`. */
function waitUntilResolved<T>(count: number, promises: readonly Promise<T>[], value: T): Promise<void> {
  let resolvedCount = 0;
  return new Promise((resolve, reject) => {
    for (const promise of promises) {
      promise.then((given) => {
        if (given === value && ++resolvedCount === count) resolve();
      }, reject);
    }
  });
}

describe("spending limits", () => {
  test("a reached limit rejects further calls, with a reason and the time to retry, until its window ends", async () => {
    await startServer({ LIMIT_HOURLY: "5" });
    expect((await ask(4)).status).toBe(200);
    expect((await ask(4)).status).toBe(200);
    const rejection = await ask(1);
    expect(rejection.status).toBe(429);
    expect(rejection.headers["retry-after"]).toBe(String(22 * 60 + 55));
    expect(rejection.failure).toMatchObject({
      success: false,
      code: "rateLimited",
      message: "You have used your $5.00 for this hour. The limit resets at 15:00 UTC.",
      rateLimitInfo: { period: "Hourly", limit: 5, spent: 8, resetsAt: "2026-11-21T15:00:00.000Z" },
    });
    expect(server.models.chats()).toHaveLength(2);
    expect(await listUsageRows()).toHaveLength(2);
    now = new Date("2026-11-21T15:00:00.000Z");
    expect((await ask(1, {}, await server.signIn("ann@example.org"))).status).toBe(200);
  });

  test("[A3.14] [A3.15] the rate is 0 at first; a limit that administrators save applies at once to everybody, and in other processes after a second", async () => {
    const otherServer = await startTwoServers({ ADMINS: "site@example.org" });
    const site = await server.signIn("site@example.org");
    const save = (data: RateLimit) => site.proxy(updateSiteConfigs, { configurations: [{ type: "rateLimit", data }] });
    expect((await site.proxy(getSiteConfigs, {})).result.rateLimit).toEqual({ period: "Unlimited", rate: 0 });
    expect((await ask(4)).status).toBe(200);
    const bob = await otherServer.signIn("bob@example.org");
    expect((await bob.proxy(getSpending, {})).result.limits).toEqual([]);
    expect((await save({ period: "Hourly", rate: 3.5 })).result).toEqual({ rateLimit: { success: true } });
    const rejection = await ask(1);
    expect(rejection.status).toBe(429);
    expect(rejection.failure).toMatchObject({
      code: "rateLimited",
      rateLimitInfo: { period: "Hourly", limit: 3.5, spent: 4, resetsAt: "2026-11-21T15:00:00.000Z" },
    });
    expect(await loadSpending()).toMatchObject([{ period: "Hourly", limit: 3.5, spent: 4 }]);
    now = new Date(now.getTime() + 1_000);
    expect((await bob.proxy(getSpending, {})).result.limits).toMatchObject([{ limit: 3.5, spent: 0 }]);
    await save({ period: "Unlimited", rate: 3.5 });
    expect((await ask(1)).status).toBe(200);
    await save({ period: "Monthly", rate: null });
    expect((await ask(1)).status).toBe(200);
  });

  test("a limit of the environment is shown as locked, and nothing that is saved replaces it", async () => {
    await startServer({ LIMIT_HOURLY: "5", LIMIT_DAILY: "9.5", ADMINS: "site@example.org" });
    const site = await server.signIn("site@example.org");
    const { rateLimit, states } = (await site.proxy(getSiteConfigs, { lazy_load: "1" })).result;
    expect(rateLimit).toEqual({ period: "Hourly", rate: 5 });
    expect(states.rateLimit?.locked).toEqual(["LIMIT_HOURLY=5", "LIMIT_DAILY=9.5"]);
    const data = { period: "Unlimited" as const, rate: null };
    expect((await site.proxy(updateSiteConfigs, { configurations: [{ type: "rateLimit", data }] })).result).toEqual({
      rateLimit: { success: false, message: "The server’s environment sets the limits." },
    });
    expect(await loadSpending()).toHaveLength(2);
  });

  test("several limits apply together, and the error names the one with the longest wait", async () => {
    await startServer({ LIMIT_HOURLY: "3", LIMIT_DAILY: "5", LIMIT_MONTHLY: "100" });
    await ask(3);
    expect((await ask(1)).failure.rateLimitInfo).toMatchObject({ period: "Hourly" });
    now = new Date("2026-11-21T16:00:00Z");
    const newSession = await server.signIn("ann@example.org");
    await ask(3, {}, newSession);
    const rejection = await ask(1, {}, newSession);
    expect(rejection.failure).toMatchObject({
      message: "You have used your $5.00 for today. The limit resets on November 22 at 00:00 UTC.",
      rateLimitInfo: { period: "Daily", spent: 6 },
    });
    expect(rejection.headers["retry-after"]).toBe(String(8 * 3600));
  });

  test("of a hundred concurrent calls with money for three, three are made", async () => {
    await startServer({ LIMIT_DAILY: "25", ANSWERS_AT_ONCE: "200", REQUESTS_PER_MINUTE: "100000" });
    server.models.pauseAfter(1);
    const answers = Array.from({ length: 100 }, () => ask(10));
    await server.models.whenPaused(3);
    // Three calls reserve all of the money; other calls are rejected until these have ended.
    await waitUntilResolved(
      97,
      answers.map(async (answer) => (await answer).status),
      429,
    );
    server.models.resume();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(97);
    expect(server.models.chats()).toHaveLength(3);
    expect(await loadSpending()).toMatchObject([{ period: "Daily", limit: 25, spent: 30 }]);
  });

  test("if only open calls fill a limit, the wait is short, and further calls are allowed when they end", async () => {
    await startServer({ LIMIT_HOURLY: "9" });
    server.models.pauseAfter(1);
    const first = ask(2);
    await server.models.whenPaused();
    const rejection = await ask(1);
    expect(rejection.status).toBe(429);
    expect(rejection.headers["retry-after"]).toBe("10");
    expect(rejection.failure.message).toContain("still being written");
    server.models.resume();
    await first;
    // The end event follows the settlement of the cost, so the test need not wait.
    expect((await ask(1)).status).toBe(200);
  });

  test("a call that could not be settled is settled once the database is back, which releases its reservation", async () => {
    const endWaits: (() => void)[] = [];
    await startServer({ LIMIT_HOURLY: "9" }, () => new Promise((resolve) => endWaits.push(resolve)));
    server.models.pauseAfter(1);
    const first = ask(2);
    await server.models.whenPaused();
    const { db } = server.platform;
    await db.schema.alterTable("usage").renameTo("usage_away").execute();
    server.models.resume();
    expect((await first).answer.end?.end).toBe("done");
    await server.settled();
    await db.schema.alterTable("usage_away").renameTo("usage").execute();
    expect((await ask(1)).status).toBe(429);
    endWaits[0]?.();
    await vi.waitFor(async () => expect(await listUsageRows()).toMatchObject([{ outcome: "done", output_tokens: 2 }]));
    expect((await ask(1)).status).toBe(200);
  });

  test("applies to every kind of call: unstreamed, by another path, in the cloud, and for a title", async () => {
    await startServer({ LIMIT_MONTHLY: "2", CHAT_ENDPOINT: "/elsewhere" });
    await ask(2);
    await server.settled();
    const calls = server.models.chats().length;
    expect(await ask(1, { stream: false })).toMatchObject({
      status: 429,
      failure: { rateLimitInfo: { period: "Monthly" } },
    });
    const otherResponse = await server.app.inject({
      method: "POST",
      url: "/elsewhere",
      headers: { authorization: `Bearer ${server.ann.token}` },
      payload: { data: server.ask("x", { max_tokens: 10 }) },
    });
    expect(otherResponse.statusCode).toBe(429);
    const options = { conversationId: "c1", storage: "cloud" as const, parentId: null };
    expect((await ask(1, { options })).status).toBe(429);
    const messages = [
      { role: "user" as const, content: "How do I grow tomatoes on a balcony?" },
      { role: "assistant" as const, content: "With patience." },
    ];
    for (const call of [server.ann.proxy, server.ann.rest]) {
      const titleResponse = await call(titleConversation, { conversationId: "local", messages });
      expect(titleResponse.result).toEqual({ name: "How do I grow tomatoes on a ba..." });
    }
    expect(server.models.chats()).toHaveLength(calls);
  });

  test("the first answer that reaches the limit gets the fallback title, without a call", async () => {
    await startServer({ LIMIT_MONTHLY: "2" });
    const options = { conversationId: "c1", storage: "cloud" as const, parentId: null };
    expect((await ask(2, { options })).status).toBe(200);
    await server.settled();
    expect(server.models.chats()).toHaveLength(1);
    const { name } = await server.platform.db.selectFrom("conversations").select("name").executeTakeFirstOrThrow();
    expect(name).toBe("[[tokens:2]]...");
  });

  test("each person has their own spending, and sees only that, on both routes", async () => {
    await startServer({ LIMIT_HOURLY: "2" });
    const bob = await server.signIn("bob@example.org");
    await ask(2);
    expect((await ask(1)).status).toBe(429);
    expect((await ask(1, {}, bob)).status).toBe(200);
    expect(await loadSpending()).toMatchObject([{ spent: 2 }]);
    expect((await bob.rest(getSpending, {})).result.limits).toMatchObject([{ spent: 1 }]);
  });

  test("each person sees the answers and tokens of their own calls this month, also without limits; a failed answer does not count", async () => {
    await startServer({});
    const bob = await server.signIn("bob@example.org");
    const loadMonth = async (person: TestPerson) => (await person.proxy(getSpending, {})).result.thisMonth;
    const nothing = { answers: 0, inputTokens: 0, outputTokens: 0 };
    expect(await loadMonth(server.ann)).toEqual(nothing);
    await ask(2);
    await ask(3);
    const failed = await server.post(server.ask("[[status: 500]]"), { person: server.ann });
    await readStream(failed);
    const rows = (await listUsageRows()).filter(({ user_id }) => user_id === server.ann.actor.principal.id);
    const inputTokens = rows.reduce((sum, row) => sum + row.input_tokens, 0);
    expect(inputTokens).toBeGreaterThan(0);
    expect(await loadMonth(server.ann)).toEqual({ answers: 2, inputTokens, outputTokens: 5 });
    expect(await loadMonth(bob)).toEqual(nothing);
    now = new Date("2026-12-01T00:00:00Z");
    expect(await loadMonth(server.ann)).toEqual(nothing);
  });

  test("a model without a known price is not limited", async () => {
    await startServer({ LIMIT_HOURLY: "2" });
    await ask(2);
    expect((await ask(1)).status).toBe(429);
    await setPrice(null);
    now = new Date(now.getTime() + 1_000); // prices are cached for a second
    expect((await ask(1)).status).toBe(200);
  });

  test("without limits, nothing is reserved and none is listed", async () => {
    await startServer({});
    await ask(4);
    expect(await loadSpending()).toEqual([]);
    expect(await listUsageRows()).toMatchObject([{ reserved_cost: "0.000000000000", cost: "4.000000000000" }]);
  });

  test("[C7.36] the month's cost is the sum of the usage rows, as soon as an answer has ended", async () => {
    await startServer({});
    const getMonthToDate = async () =>
      (await server.ann.proxy(getMonthToDateCost, { email: "ann@example.org" })).result;
    await ask(4);
    expect(await getMonthToDate()).toEqual({ "MTD Cost": 4 });
    await ask(3);
    expect(await getMonthToDate()).toEqual({ "MTD Cost": 7 });
  });
});

test("of a hundred concurrent calls to two processes with money for three, three are made", async () => {
  const otherServer = await startTwoServers({ LIMIT_DAILY: "25", ANSWERS_AT_ONCE: "200" });
  server.models.pauseAfter(1);
  const answers = Array.from({ length: 100 }, async (_, index) => {
    const body = server.ask("[[tokens:10]]", { max_tokens: 10, requestId: `burst-${index}` });
    return (await readStream(await (index % 2 === 0 ? server : otherServer).post(body))).status;
  });
  await waitUntilResolved(97, answers, 429);
  server.models.resume();
  expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(3);
  expect(server.models.chats()).toHaveLength(3);
});

test("a call claimed by another process counts once, and is answered even if the limit is reached", async () => {
  const otherServer = await startTwoServers({ LIMIT_DAILY: "5" });
  server.models.pauseAfter(1);
  const body = server.ask("[[tokens:10]]", { max_tokens: 10, requestId: "both" });
  const first = server.post(body).then(readStream);
  await server.models.whenPaused();
  const second = otherServer.post(body).then(readStream);
  server.models.resume();
  for (const { status, answer } of await Promise.all([first, second])) {
    expect(status).toBe(200);
    expect(answer.usage?.outputTokens).toBe(10);
  }
  expect(await loadSpending()).toMatchObject([{ spent: 10 }]);
  expect(await listUsageRows()).toHaveLength(1);
});

test("/metrics counts tokens, cost, rejected calls and the time to first token, without personal data", async () => {
  await startServer({ LIMIT_HOURLY: "3" });
  await ask(3);
  await ask(1);
  const { body } = await server.app.inject({ method: "GET", url: "/metrics" });
  const model = `model="${server.modelId}"`;
  expect(body).toContain(`lectern_model_calls_total{${model},outcome="done"} 1`);
  expect(body).toContain(`lectern_model_tokens_total{${model},outcome="done",kind="output"} 3`);
  expect(body).toContain(`lectern_model_cost_dollars_total{${model},outcome="done"} 3`);
  expect(body).toContain('lectern_limit_refusals_total{period="Hourly"} 1');
  expect(body).toContain(`lectern_first_token_seconds_count{${model}} 1`);
  expect(body).not.toContain("ann@example.org");
  expect(body).not.toContain(server.ann.actor.principal.id);
});

test("a question's reservation and its cost include its documents", async () => {
  await startServer({ LIMIT_HOURLY: "2000" });
  // The model costs a dollar per input token.
  await server.platform.db.updateTable("models").set({ input_token_cost: "1000", output_token_cost: "0" }).execute();
  const raw = "Zebras graze in the morning. ".repeat(400);
  const dataSources = [{ id: "obj://zebras", name: "zebras.txt", raw }];
  server.models.pauseAfter(0);
  const answers = [ask(1)];
  await server.models.whenPaused(1);
  // The first question has no documents and reserves little, so another one is allowed at the same time.
  answers.push(ask(1, { dataSources }));
  await server.models.whenPaused(2);
  expect((await ask(1)).status).toBe(429);
  server.models.resume();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  await server.settled();
  const costs = (await listUsageRows()).map(({ cost }) => Number(cost)).sort((a, b) => a - b);
  expect(costs[1]).toBeGreaterThan(2_000);
  expect(costs[0]).toBeLessThan(500);
});
