import { randomUUID } from "node:crypto";
import { getMonthToDateCost } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payer } from "../../core/actor.ts";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";

import type { UsableModel } from "../models/service.ts";
import { updateOpenUsageRows } from "./repository.ts";
import { openUsage, reapUsage, settleUsage, type UsageSettlement } from "./service.ts";

const model: UsableModel = {
  id: "m",
  upstreamId: "m",
  name: "Model",
  systemPrompt: "",
  inputContextWindow: 8_192,
  outputTokenLimit: 4_096,
  inputTokenCost: "0.000150000",
  outputTokenCost: "0.000600000",
  cachedTokenCost: "0.000075000",
  supportsImages: false,
  supportsSystemPrompts: true,
  endpoint: null,
  isGuide: false,
};

describe("usage", () => {
  let app: TestApp;
  let now: Date;
  beforeAll(async () => {
    app = await createTestApp({ clock: { now: () => now } });
  });
  afterAll(() => app?.close());
  beforeEach(() => {
    now = new Date("2026-11-21T12:00:00Z");
  });
  afterEach(() => app.platform.db.deleteFrom("usage").execute());

  async function setUp() {
    const ann = await app.signIn("Ann@Example.org");
    const open = (more: Partial<UsableModel> = {}, payer: Payer = ann.actor) =>
      openUsage(app.platform, {
        payer,
        requestId: randomUUID(),
        conversationId: null,
        model: { ...model, ...more },
        purpose: "chat",
      });
    const settle = (
      id: string,
      usage: Partial<UsageSettlement["usage"]>,
      outcome: UsageSettlement["outcome"] = "done",
    ) =>
      settleUsage(app.platform, id, {
        usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, ...usage },
        isEstimate: false,
        outcome,
      });
    /** Settles the open rows as if this process had died. */
    const reap = () => reapUsage(app.platform, { ids: [app.platform.processes.id], includesUnmarked: true });
    const getRow = (id: string) =>
      app.platform.db.selectFrom("usage").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const setNow = (text: string) => {
      now = new Date(text);
    };
    return { ...app, ann, open, settle, getRow, setNow, reap };
  }

  test("the cost is exact: prices are per 1,000 tokens, and cached tokens have their own price", async () => {
    const { ann, open, settle, getRow } = await setUp();
    const id = await open();
    await settle(id, { inputTokens: 1_001, cachedTokens: 1, outputTokens: 7 });
    expect(await getRow(id)).toMatchObject({
      user_id: ann.actor.principal.id,
      credential_id: ann.actor.principal.id,
      account_id: "general_account",
      cost: "0.000154275000",
      outcome: "done",
      input_tokens: 1_001,
      cached_tokens: 1,
    });
  });

  test("cached tokens without a price cost as much as others, and never exceed the input", async () => {
    const { open, settle, getRow } = await setUp();
    const id = await open({ cachedTokenCost: null });
    await settle(id, { inputTokens: 1_000, cachedTokens: 5_000 });
    expect(await getRow(id)).toMatchObject({ cost: "0.000150000000", cached_tokens: 1_000 });
  });

  test("input that is written to a cache has its own price, without one the input price", async () => {
    const { open, settle, getRow } = await setUp();
    const tokens = { inputTokens: 1_000, cachedTokens: 300, cacheWriteTokens: 500, outputTokens: 10 };
    const pricedId = await open({ cacheWriteTokenCost: "0.000187500" });
    await settle(pricedId, tokens);
    // 200 × 0.15 + 300 × 0.075 + 500 × 0.1875 + 10 × 0.6, per million
    expect(await getRow(pricedId)).toMatchObject({ cost: "0.000152250000", cache_write_tokens: 500 });
    const unpricedId = await open();
    await settle(unpricedId, tokens);
    expect(await getRow(unpricedId)).toMatchObject({ cost: "0.000133500000", cache_write_token_cost: null });
  });

  test("cache reads and writes together never exceed the input", async () => {
    const { open, settle, getRow } = await setUp();
    const id = await open({ cacheWriteTokenCost: "0.000187500" });
    await settle(id, { inputTokens: 1_000, cachedTokens: 600, cacheWriteTokens: 600 });
    expect(await getRow(id)).toMatchObject({ cached_tokens: 600, cache_write_tokens: 400, cost: "0.000120000000" });
  });

  test("a row that an earlier version has opened is settled with the prices that it has", async () => {
    const { platform, open, settle, getRow } = await setUp();
    const id = await open({ cacheWriteTokenCost: "0.000187500" });
    await platform.db
      .updateTable("usage")
      .set({ cache_write_token_cost: null, cached_token_cost: null })
      .where("id", "=", id)
      .execute();
    await settle(id, { inputTokens: 1_000, cachedTokens: 500, cacheWriteTokens: 500 });
    expect(await getRow(id)).toMatchObject({ cost: "0.000150000000" });
  });

  test("an unknown price costs nothing and stays unknown", async () => {
    const { open, settle, getRow } = await setUp();
    const id = await open({ inputTokenCost: null, outputTokenCost: null, cachedTokenCost: null });
    await settle(id, { inputTokens: 1_000, outputTokens: 1_000 });
    expect(await getRow(id)).toMatchObject({ cost: "0.000000000000", input_token_cost: null });
  });

  test("a row is settled once, and tolerates impossible counts", async () => {
    const { open, settle, getRow } = await setUp();
    const id = await open();
    await settle(id, { inputTokens: Number.NaN, outputTokens: -5, cachedTokens: 1e300 });
    await settle(id, { inputTokens: 1_000 }, "failed");
    expect(await getRow(id)).toMatchObject({ outcome: "done", input_tokens: 0, output_tokens: 0, cached_tokens: 0 });
  });

  test("[C7.36] the month's cost is a number, starts at the month's first moment in UTC, and is 0 without calls", async () => {
    const { ann, open, settle, setNow } = await setUp();
    const ask = () => ann.proxy(getMonthToDateCost, { email: "ann@example.org" });
    expect((await ask()).body).toEqual({ success: true, "MTD Cost": 0 });
    for (const at of ["2026-10-31T23:59:59.999Z", "2026-11-01T00:00:00Z", "2026-11-20T10:00:00Z"]) {
      setNow(at);
      await settle(await open(), { outputTokens: 1_000 });
    }
    setNow("2026-11-21T12:00:00Z");
    expect((await ask()).body).toEqual({ success: true, "MTD Cost": 0.0012 });
  });

  test("[C7.36] the month's cost is returned by POST /billing/mtd-cost with the email", async () => {
    const { ann, app } = await setUp();
    const request = {
      method: "POST",
      url: "/billing/mtd-cost",
      headers: { authorization: `Bearer ${ann.token}` },
    } as const;
    const response = await app.inject({ ...request, payload: { data: { email: "ann@example.org" } } });
    expect(response.json()).toEqual({ success: true, "MTD Cost": 0 });
    expect((await app.inject({ ...request, payload: { data: {} } })).statusCode).toBe(400);
  });

  test("[C7.36] [C7.03] [A7.62] the email comes from the session: another person's cost is not found, whether or not that person exists", async () => {
    const { ann, signIn } = await setUp();
    await signIn("bob@example.org");
    for (const email of ["bob@example.org", "nobody@example.org", ""]) {
      expect((await ann.proxy(getMonthToDateCost, { email })).status).toBe(404);
    }
  });

  test("open rows of a dead process are settled as interrupted, and settled rows are unchanged", async () => {
    const { open, settle, getRow, setNow, reap } = await setUp();
    const [unsettledId, settledId] = [await open(), await open()];
    await settle(settledId, { inputTokens: 1 });
    setNow("2026-11-21T12:00:01Z");
    expect(await reap()).toBe(1);
    expect(await getRow(unsettledId)).toMatchObject({ outcome: "interrupted", cost: "0.000000000000" });
    expect(await getRow(settledId)).toMatchObject({ outcome: "done" });
  });

  test("the last estimate is a call's cost if its process dies, and is replaced by the true count", async () => {
    const { platform, ann, open, settle, getRow, reap } = await setUp();
    const update = (id: string, outputTokens: number) =>
      updateOpenUsageRows(platform.db, [
        { id, inputTokens: 1_000, outputTokens },
        { id: "deleted", inputTokens: 1, outputTokens: 1 },
      ]);
    const month = async () => (await ann.proxy(getMonthToDateCost, { email: "ann@example.org" })).result;
    const [unsettledId, settledId] = [await open(), await open()];
    await update(unsettledId, 100);
    await update(unsettledId, 1_000);
    await update(settledId, 1_000);
    expect(await month()).toEqual({ "MTD Cost": 0.0015 });
    await settle(settledId, { inputTokens: 1_000 });
    await update(settledId, 5_000);
    await reap();
    expect(await getRow(unsettledId)).toMatchObject({
      outcome: "interrupted",
      is_estimate: true,
      input_tokens: 1_000,
      output_tokens: 1_000,
      cost: "0.000750000000",
    });
    expect(await getRow(settledId)).toMatchObject({ outcome: "done", is_estimate: false, cost: "0.000150000000" });
    expect(await month()).toEqual({ "MTD Cost": 0.0009 });
  });

  test("a process settles its row even if another process has reaped it as dead", async () => {
    const { open, settle, getRow, reap } = await setUp();
    const id = await open();
    await reap();
    await settle(id, { inputTokens: 1_000 });
    await settle(id, { inputTokens: 5 }, "failed");
    expect(await getRow(id)).toMatchObject({ outcome: "done", input_tokens: 1_000, cost: "0.000150000000" });
  });
});
