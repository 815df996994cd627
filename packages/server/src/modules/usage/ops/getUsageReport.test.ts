import { randomUUID } from "node:crypto";
import {
  createAssistant,
  createGroup,
  deleteAssistant,
  getOwnUsage,
  getUsageReport,
  type OpCallInput,
  updateGroupAssistants,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";
import { erasePerson } from "../../people/service.ts";
import { rollUpUsage } from "../rollup/rollUpUsage.ts";

interface NewCall {
  day?: string;
  person: TestPerson;
  cost?: string | number;
  model?: string;
  account?: string | null;
  groupId?: string | null;
  assistantId?: string | null;
  credentialId?: string;
}

describe("the report on usage", () => {
  let server: TestApp;
  let site: TestPerson;
  let ann: TestPerson;
  const clock = { now: () => new Date("2026-11-21T12:00:00Z") };
  beforeAll(async () => {
    server = await createTestApp({
      clock,
      environment: { ADMINS: "site@uni.edu", FEATURES: "assistantAdminInterface" },
    });
    site = await server.signIn("site@uni.edu");
  });
  beforeEach(async () => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
    ann = await server.signIn("ann@uni.edu");
    const { db } = server.platform;
    for (const table of ["usage", "usage_days", "usage_totals", "usage_rolled_days"] as const)
      await db.deleteFrom(table).execute();
  });
  afterAll(() => server.close());

  const insert = async ({ person, ...call }: NewCall): Promise<void> => {
    const { id } = person.actor.principal;
    const at = new Date(`${call.day ?? "2026-11-20"}T10:00:00Z`);
    await server.platform.db
      .insertInto("usage")
      .values({
        ...{ id: randomUUID(), user_id: id, credential_id: call.credentialId ?? id, request_id: randomUUID() },
        ...{ model_id: call.model ?? "m", account_id: call.account ?? null, group_id: call.groupId ?? null },
        ...{ assistant_id: call.assistantId ?? null, purpose: "chat", opened_at: at, settled_at: at },
        ...{ is_estimate: false, input_tokens: 100, output_tokens: 10, cached_tokens: 0, cost: call.cost ?? 1 },
      })
      .execute();
  };
  const read = async (input: OpCallInput<typeof getUsageReport>, person = site) =>
    (await person.proxy(getUsageReport, input)).result;
  const describeRows = async (input: OpCallInput<typeof getUsageReport>) =>
    (await read(input)).rows.map(({ kind, name, email, cost }) => ({ kind, name, email, cost }));

  test("has the calls of a period by day, with today’s and those that are not settled, and is only for site administrators", async () => {
    await insert({ person: ann, day: "2026-11-19", cost: "0.000154275" });
    await insert({ person: ann, day: "2026-11-20", cost: 2 });
    await rollUpUsage(server.platform);
    await insert({ person: ann, day: "2026-11-21", cost: 4 });
    await server.platform.db.updateTable("usage").set({ settled_at: null }).where("cost", "=", "4").execute();
    const all = await read({ by: "day" });
    expect(all.total).toEqual({ calls: 3, inputTokens: 300, outputTokens: 30, cost: "6.000154275" });
    expect(all.days.map(({ day, cost }) => [day, cost])).toEqual([
      ["2026-11-19", "0.000154275"],
      ["2026-11-20", "2"],
      ["2026-11-21", "4"],
    ]);
    expect(all.rows.map(({ id, kind }) => [id, kind])).toEqual([
      ["2026-11-21", "period"],
      ["2026-11-20", "period"],
      ["2026-11-19", "period"],
    ]);
    expect(await read({ from: "2026-11-20", to: "2026-11-20" })).toMatchObject({
      total: { cost: "2" },
      days: [{ day: "2026-11-20" }],
    });
    expect((await ann.proxy(getUsageReport, {})).status).toBe(403);
  });

  test("says whose calls they were, and no longer once the person is erased", async () => {
    const gone = await server.signIn(`gone-${randomUUID()}@uni.edu`);
    await insert({ person: ann, cost: 3 });
    await insert({ person: gone, cost: 2 });
    await rollUpUsage(server.platform);
    await erasePerson(server.platform, site.actor, gone.actor.principal.id);
    expect(await describeRows({ by: "person" })).toEqual([
      { kind: "person", name: expect.any(String), email: "ann@uni.edu", cost: "3" },
      { kind: "erased", name: null, email: null, cost: "2" },
    ]);
    const { total, filters } = await read({ by: "model", person: gone.actor.principal.id });
    expect(total.cost).toBe("2");
    expect(filters).toEqual({ person: { id: gone.actor.principal.id, kind: "erased", name: null, email: null } });
  });

  test("names models, accounts, groups, keys and the assistants of groups, but not those of people", async () => {
    const group = (await ann.proxy(createGroup, { group_name: `Lab ${randomUUID()}` })).result;
    const { assistantData } = (
      await ann.proxy(updateGroupAssistants, {
        ...{ group_id: group.id, update_type: "ADD", assistants: [{ name: "Heat" }, { name: "Waves" }] },
      })
    ).result;
    const [heat, waves] = assistantData ?? [];
    const own = (await ann.proxy(createAssistant, { name: "My divorce" })).result;
    const { db } = server.platform;
    const { id: groupId } = await db
      .selectFrom("groups")
      .where("wire_id", "=", group.id)
      .select("id")
      .executeTakeFirstOrThrow();
    const newVersionId = `astg/${randomUUID()}`;
    const version = await db
      .selectFrom("assistant_versions")
      .where("id", "=", heat?.id ?? "")
      .select(["assistant_id", "content", "saved_by", "saved_at"])
      .executeTakeFirstOrThrow();
    await db
      .insertInto("assistant_versions")
      .values({ ...version, content: JSON.stringify(version.content), version: 2, id: newVersionId })
      .execute();
    await insert({ person: ann, groupId, assistantId: heat?.id ?? null, cost: 5 });
    await insert({ person: ann, groupId, assistantId: newVersionId, cost: 5 });
    await insert({ person: ann, groupId, assistantId: waves?.id ?? null, cost: 4, account: "260.05" });
    await insert({ person: ann, assistantId: own.id, cost: 3, account: "general_account", model: "old" });
    await insert({ person: ann, cost: 2, credentialId: "0b2d6c1e-0000-4000-8000-000000000001" });
    await rollUpUsage(server.platform);
    await insert({ person: ann, assistantId: own.id, cost: "0.5", day: "2026-11-21" });
    await ann.proxy(deleteAssistant, { assistantId: waves?.assistantId ?? "" });

    const none = { name: null, email: null };
    expect(await describeRows({ by: "assistant" })).toEqual([
      { kind: "assistant", name: "Heat", email: null, cost: "10" },
      { kind: "deleted", ...none, cost: "4" },
      { kind: "personalAssistant", name: null, email: "ann@uni.edu", cost: "3.5" },
      { kind: "none", ...none, cost: "2" },
    ]);
    for (const { id, cost } of (await read({ by: "assistant" })).rows) {
      expect((await read({ assistant: id })).total.cost).toBe(cost);
    }
    expect(await describeRows({ by: "group" })).toEqual([
      { kind: "group", name: group.name, email: null, cost: "14" },
      { kind: "none", ...none, cost: "5.5" },
    ]);
    expect((await describeRows({ by: "account" })).map(({ kind, name }) => [kind, name])).toEqual([
      ["none", null],
      ["account", "260.05"],
      ["account", "No COA On File"],
    ]);
    expect(await describeRows({ by: "key" })).toEqual([
      { kind: "none", ...none, cost: "17.5" },
      { kind: "key", ...none, cost: "2" },
    ]);
    expect((await describeRows({ by: "model" })).map(({ name }) => name)).toEqual(["m", "old"]);
    expect(JSON.stringify(await read({ by: "assistant" }))).not.toContain("divorce");
  });

  test("is paged, and refuses a period that ends before it begins, or days that do not exist", async () => {
    for (const model of ["a", "b", "c"]) await insert({ person: ann, model });
    const page = await read({ by: "model", limit: 2, offset: 1 });
    expect([page.rows.map(({ id }) => id), page.rowCount, page.total.calls]).toEqual([["b", "c"], 3, 3]);
    const refused = [
      { from: "2026-11-02", to: "2026-11-01" },
      { from: "2026-02-30" },
      { from: "0000-12-31" },
      { to: "0000-12-31" },
      { to: "9999-12-31" },
      { limit: 10_001 },
      { model: "m".repeat(401) },
    ];
    for (const input of refused) expect((await site.proxy(getUsageReport, input)).status).toBe(400);
    expect((await read({ from: "0001-01-01", to: "9998-12-31" })).rowCount).toBe(3);
  });

  test("people see their own usage by month and model, of the last twelve months, and nobody else’s", async () => {
    const ben = await server.signIn("ben@uni.edu");
    await insert({ person: ann, day: "2025-11-30", cost: 9 });
    await insert({ person: ann, day: "2025-12-01", cost: 1 });
    await insert({ person: ann, day: "2026-11-20", cost: 1, model: "a" });
    await rollUpUsage(server.platform);
    await insert({ person: ann, day: "2026-11-21", cost: "2.25", model: "b" });
    await insert({ person: ben, day: "2026-11-21", cost: 7 });
    const { months } = (await ann.proxy(getOwnUsage, {})).result;
    const sums = { calls: 1, inputTokens: 100, outputTokens: 10 };
    expect(months).toEqual([
      {
        month: "2026-11",
        total: { calls: 2, inputTokens: 200, outputTokens: 20, cost: "3.25" },
        models: [
          { modelId: "b", name: "b", ...sums, cost: "2.25" },
          { modelId: "a", name: "a", ...sums, cost: "1" },
        ],
      },
      { month: "2025-12", total: { ...sums, cost: "1" }, models: [{ modelId: "m", name: "m", ...sums, cost: "1" }] },
    ]);
    expect((await ben.proxy(getOwnUsage, {})).result.months).toHaveLength(1);
  });
});
