import { randomUUID } from "node:crypto";
import { getMonthToDateCost } from "@lectern/contract";
import { afterEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";
import { testDatabaseKinds } from "../../testing/testDatabase.ts";
import type { UsableModel } from "../models/service.ts";
import { updateOpenUsage, openUsage, settleUsage, reapUsage, type UsageSettlement } from "./service.ts";

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

let testApp: TestApp | null = null;
afterEach(async () => {
  await testApp?.close();
  testApp = null;
});

describe.each(testDatabaseKinds)("usage on %s", (database) => {
  async function setUp(environment: Record<string, string> = {}) {
    let now = new Date("2026-11-21T12:00:00Z");
    const app = await createTestApp({ database, environment, clock: { now: () => now } });
    testApp = app;
    const ann = await app.signIn("Ann@Example.org");
    const open = (more: Partial<UsableModel> = {}, userId = ann.actor.userId) =>
      openUsage(app.platform, {
        userId,
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
    /** As the next start does. */
    const sweep = () => reapUsage(app.platform, { dead: [app.platform.processes.id], unmarked: true });
    const rowOf = (id: string) =>
      app.platform.db.selectFrom("usage").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const setNow = (text: string) => {
      now = new Date(text);
    };
    return { ...app, ann, open, settle, rowOf, setNow, sweep };
  }

  test("the cost is exact: prices are for 1,000 tokens, cached tokens have their own", async () => {
    const { open, settle, rowOf } = await setUp();
    const id = await open();
    await settle(id, { inputTokens: 1_001, cachedTokens: 1, outputTokens: 7 });
    expect(await rowOf(id)).toMatchObject({
      cost: "0.000154275000",
      outcome: "done",
      input_tokens: 1_001,
      cached_tokens: 1,
    });
  });

  test("cached tokens without a price cost like others, and are never more than the input", async () => {
    const { open, settle, rowOf } = await setUp();
    const id = await open({ cachedTokenCost: null });
    await settle(id, { inputTokens: 1_000, cachedTokens: 5_000 });
    expect(await rowOf(id)).toMatchObject({ cost: "0.000150000000", cached_tokens: 1_000 });
  });

  test("a price that is not known costs nothing and stays unknown", async () => {
    const { open, settle, rowOf } = await setUp();
    const id = await open({ inputTokenCost: null, outputTokenCost: null, cachedTokenCost: null });
    await settle(id, { inputTokens: 1_000, outputTokens: 1_000 });
    expect(await rowOf(id)).toMatchObject({ cost: "0.000000000000", input_token_cost: null });
  });

  test("a row settles once, and bears counts that cannot be", async () => {
    const { open, settle, rowOf } = await setUp();
    const id = await open();
    await settle(id, { inputTokens: Number.NaN, outputTokens: -5, cachedTokens: 1e300 });
    await settle(id, { inputTokens: 1_000 }, "failed");
    expect(await rowOf(id)).toMatchObject({ outcome: "done", input_tokens: 0, output_tokens: 0, cached_tokens: 0 });
  });

  test("[C7.36] [C8.47a] the month's cost is a number, counts from its first moment in UTC, and is 0 without any", async () => {
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

  test("[C7.36] another person's cost, there or not, is not found", async () => {
    const { ann, signIn } = await setUp();
    await signIn("bob@example.org");
    for (const email of ["bob@example.org", "nobody@example.org", ""]) {
      expect((await ann.proxy(getMonthToDateCost, { email })).status).toBe(404);
    }
  });

  test("what a dead process left open is settled as interrupted, and what others have open stays", async () => {
    const { open, settle, rowOf, setNow, sweep } = await setUp();
    const [left, done] = [await open(), await open()];
    await settle(done, { inputTokens: 1 });
    setNow("2026-11-21T12:00:01Z");
    expect(await sweep()).toBe(1);
    expect(await rowOf(left)).toMatchObject({ outcome: "interrupted", cost: "0.000000000000" });
    expect(await rowOf(done)).toMatchObject({ outcome: "done" });
  });

  test("what was noted of a call is what it has cost when its process dies, and gives way to the true count", async () => {
    const { platform, ann, open, settle, rowOf, sweep } = await setUp();
    const note = (id: string, outputTokens: number) =>
      updateOpenUsage(platform, id, { inputTokens: 1_000, outputTokens, cachedTokens: 0 });
    const month = async () => (await ann.proxy(getMonthToDateCost, { email: "ann@example.org" })).result;
    const [left, done] = [await open(), await open()];
    await note(left, 100);
    await note(left, 1_000);
    await note(done, 1_000);
    expect(await month()).toEqual({ "MTD Cost": 0.0015 });
    await settle(done, { inputTokens: 1_000 });
    await note(done, 5_000);
    await sweep();
    expect(await rowOf(left)).toMatchObject({
      outcome: "interrupted",
      is_estimate: true,
      input_tokens: 1_000,
      output_tokens: 1_000,
      cost: "0.000750000000",
    });
    expect(await rowOf(done)).toMatchObject({ outcome: "done", is_estimate: false, cost: "0.000150000000" });
    expect(await month()).toEqual({ "MTD Cost": 0.0009 });
  });

  test("where other processes share the database, one settles its row although another has taken it for dead", async () => {
    const { open, settle, rowOf, sweep } = await setUp();
    const id = await open();
    await sweep();
    await settle(id, { inputTokens: 1_000 });
    await settle(id, { inputTokens: 5 }, "failed");
    expect(await rowOf(id)).toMatchObject({ outcome: "done", input_tokens: 1_000, cost: "0.000150000000" });
  });
});
