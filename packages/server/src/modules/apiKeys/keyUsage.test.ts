import {
  type EditableRateLimit,
  listApiKeys,
  replaceGroupKey,
  saveAccounts,
  updateApiKeys,
  updateSiteConfigs,
} from "@lectern/contract";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestKey, type TestKey } from "../../testing/createTestKey.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { createGroup } from "../groups/service.ts";

let server: ChatServer;
let now = new Date();
beforeEach(async () => {
  now = new Date("2026-11-21T14:37:05.500Z");
  server = await startChatServer({ clock: { now: () => now } });
  // A dollar per output token, and nothing for input.
  const prices = { input_token_cost: "0", output_token_cost: "1000", cached_token_cost: null };
  await server.platform.db.updateTable("models").set(prices).execute();
});
afterEach(() => server.close());

/** Requests an answer of `tokens` words with a key, and reads the response to its end. */
async function ask(tokens: number, { secret }: Pick<TestKey, "secret">) {
  const person = { ...server.ann, token: secret };
  const response = await server.post(server.ask(`[[tokens:${tokens}]]`, { max_tokens: 10 }), { person });
  const { status, text } = await readStream(response);
  await server.settled();
  return { status, failure: status === 200 ? {} : (JSON.parse(text) as Record<string, unknown>) };
}
const listKeys = async () => (await server.ann.proxy(listApiKeys, {})).result.keys;
const findKey = async ({ apiKeyId }: TestKey) =>
  (await listKeys()).find(({ api_owner_id }) => api_owner_id === apiKeyId);
const daily: EditableRateLimit = { period: "Daily", rate: "5" };

test("the limit of a key counts its own calls only, and the refusal names the key, how much, and until when", async () => {
  const limited = await createTestKey(server, server.ann, { appName: "Notebook", rateLimit: daily });
  const other = await createTestKey(server, server.ann, { appName: "Other" });
  expect((await ask(9, other)).status).toBe(200);
  expect((await ask(6, limited)).status).toBe(200);
  const refused = await ask(1, limited);
  expect(refused).toMatchObject({
    status: 429,
    failure: {
      code: "rateLimited",
      message: "The API key ‘Notebook’ has used its $5.00 for today. The limit resets on November 22 at 00:00 UTC.",
      rateLimitInfo: { scope: "key", name: "Notebook", period: "Daily", limit: 5, spent: 6 },
    },
  });
  expect((await ask(1, other)).status).toBe(200);
  now = new Date("2026-11-22T00:00:00.000Z");
  expect((await ask(1, limited)).status).toBe(200);
});

test("a raised limit holds at once, and calls at once overrun it by no more than one answer", async () => {
  const key = await createTestKey(server, server.ann, { rateLimit: { period: "Hourly", rate: "20" } });
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask(10, key)));
  const accepted = replies.filter(({ status }) => status === 200);
  expect(accepted.length).toBeGreaterThanOrEqual(1);
  expect(accepted.length).toBeLessThanOrEqual(3);
  expect((await findKey(key))?.usage.cost).toBeLessThanOrEqual(30);
  await server.ann.proxy(updateApiKeys, [
    { apiKeyId: key.apiKeyId, updates: { rateLimit: { period: "Unlimited", rate: "0" } } },
  ]);
  expect((await ask(1, key)).status).toBe(200);
});

test("each key shows the calls and the cost of its rows of this month, which add up", async () => {
  const delegate = await server.signIn("bob@example.org");
  const keys = [
    await createTestKey(server, server.ann, { appName: "One" }),
    await createTestKey(server, server.ann, { appName: "Two", systemUse: true }),
    await createTestKey(server, server.ann, { appName: "Three", delegate: delegate.actor.email }),
  ];
  now = new Date("2026-10-31T23:59:59.999Z");
  for (const key of keys) expect((await ask(3, key)).status).toBe(200);
  now = new Date("2026-11-01T00:00:00.000Z");
  for (const [index, key] of keys.entries()) {
    for (let n = 0; n <= index; n += 1) expect((await ask(index + 1, key)).status).toBe(200);
  }
  // The calls of their owner are not those of a key.
  await readStream(await server.post(server.ask("[[tokens:7]]")));
  await server.settled();
  const rows = await server.platform.db
    .selectFrom("usage")
    .select(["credential_id", "cost", "user_id"])
    .where("opened_at", ">=", new Date("2026-11-01T00:00:00.000Z"))
    .execute();
  for (const [index, key] of keys.entries()) {
    const own = rows.filter(({ credential_id }) => credential_id === key.id);
    const cost = own.reduce((sum, row) => sum + Number(row.cost), 0);
    expect(own).toHaveLength(index + 1);
    expect(cost).toBe((index + 1) ** 2);
    expect((await findKey(key))?.usage).toEqual({ calls: own.length, cost });
  }
  expect(rows.filter(({ credential_id, user_id }) => credential_id !== user_id)).toHaveLength(6);
});

test("the account of a key pays, also for a service and for a delegate, and no other one can be named", async () => {
  const delegate = await server.signIn("bob@example.org");
  const unlimited = { period: "Unlimited" as const, rate: "0" };
  const general = { id: "general_account", name: "No COA On File", rateLimit: unlimited, isDefault: true };
  const physics = { id: "1.2.3", name: "Physics", rateLimit: daily, isDefault: false };
  expect((await server.ann.proxy(saveAccounts, { accounts: [general, physics] })).status).toBe(200);
  const account = "1.2.3";
  const keys = [
    await createTestKey(server, server.ann, { account }),
    await createTestKey(server, server.ann, { account, systemUse: true }),
    await createTestKey(server, server.ann, { account, delegate: delegate.actor.email }),
  ];
  for (const key of keys) expect((await ask(1, key)).status).toBe(200);
  const rows = await server.platform.db.selectFrom("usage").select(["account_id", "account_owner_id"]).execute();
  const ownerId = server.ann.actor.principal.id;
  expect(rows).toEqual(keys.map(() => ({ account_id: account, account_owner_id: ownerId })));
  const [personal, , delegated] = keys;
  if (!personal || !delegated) throw new Error("there are three keys");
  const named = server.ask("[[tokens:1]]", { options: { accountId: "general_account" } });
  const reply = await server.post(named, { person: { ...server.ann, token: personal.secret } });
  expect((await readStream(reply)).status).toBe(400);
  // The limit of the owner's account holds for all of them together.
  expect((await ask(3, personal)).status).toBe(200);
  expect(await ask(1, delegated)).toMatchObject({ status: 429, failure: { rateLimitInfo: { scope: "account" } } });
});

test("the limit of a person counts the calls of all the person's services", async () => {
  await server.close();
  server = await startChatServer({ clock: { now: () => now }, environment: { LIMIT_DAILY: "8" } });
  const prices = { input_token_cost: "0", output_token_cost: "1000", cached_token_cost: null };
  await server.platform.db.updateTable("models").set(prices).execute();
  const [first, second] = [
    await createTestKey(server, server.ann, { systemUse: true }),
    await createTestKey(server, server.ann, { systemUse: true }),
  ];
  expect((await ask(5, first)).status).toBe(200);
  expect((await ask(3, second)).status).toBe(200);
  const personal = await createTestKey(server, server.ann);
  for (const key of [first, second, personal]) {
    expect(await ask(1, key)).toMatchObject({ status: 429, failure: { rateLimitInfo: { limit: 8, spent: 8 } } });
  }
  const bob = await server.signIn("bob@example.org");
  expect((await ask(1, await createTestKey(server, bob, { systemUse: true }))).status).toBe(200);
});

describe("the key of a group", () => {
  const monthly: EditableRateLimit = { period: "Monthly", rate: "10" };
  let groupId: string;
  beforeEach(async () => {
    await server.close();
    server = await startChatServer({ clock: { now: () => now }, environment: { ADMINS: "site@example.org" } });
    const prices = { input_token_cost: "0", output_token_cost: "1000", cached_token_cost: null };
    await server.platform.db.updateTable("models").set(prices).execute();
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
    const group = await createGroup(server.platform, server.ann.actor, { name: "Physics", types: [], members: {} });
    groupId = group.wireId;
  });
  const replace = async () => {
    const { id: apiKeyId, key } = (await server.ann.proxy(replaceGroupKey, { groupId })).result;
    return { apiKeyId, secret: key ?? "" };
  };
  const change = (apiKeyId: string, rateLimit: EditableRateLimit) =>
    server.ann.proxy(updateApiKeys, [{ apiKeyId, updates: { rateLimit } }]);
  const setMax = async (keyRateLimit: EditableRateLimit) => {
    const site = await server.signIn("site@example.org");
    const data = { [groupId]: { group_id: groupId, keyRateLimit } };
    await site.proxy(updateSiteConfigs, { configurations: [{ type: "assistantAdminGroups", data }] });
    // Until then, the key may be cached.
    now = new Date(now.getTime() + 2_000);
  };
  const createRefusal = (info: object) => ({ status: 429, failure: { rateLimitInfo: { scope: "key", ...info } } });

  test("that replaces another one goes on with what that has spent", async () => {
    await setMax(monthly);
    expect((await ask(10, await replace())).status).toBe(200);
    const refusal = createRefusal({ name: "Physics", period: "Monthly", limit: 10, spent: 10 });
    const next = await replace();
    expect(await ask(1, next)).toMatchObject(refusal);
    // So does a limit that the group has chosen.
    await setMax({ period: "Unlimited", rate: "0" });
    expect(await ask(1, await replace())).toMatchObject(refusal);
    now = new Date("2026-12-01T00:00:00.000Z");
    expect((await ask(1, await replace())).status).toBe(200);
  });

  test("keeps to the highest limit that it may have, also while its own has another period", async () => {
    const key = await replace();
    await setMax(monthly);
    expect((await ask(10, key)).status).toBe(200);
    expect((await change(key.apiKeyId, { period: "Daily", rate: "0.3" })).result.failedKeys).toEqual([]);
    now = new Date("2026-11-22T14:00:00.000Z");
    expect(await ask(1, key)).toMatchObject(createRefusal({ period: "Monthly", limit: 10, spent: 10 }));
    // Its own limit applies besides.
    now = new Date("2026-12-01T00:00:00.000Z");
    expect((await ask(1, key)).status).toBe(200);
    expect(await ask(1, key)).toMatchObject(createRefusal({ period: "Daily", limit: 0.3, spent: 1 }));
  });
});
