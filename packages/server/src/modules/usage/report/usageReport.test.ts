import { randomUUID } from "node:crypto";
import { UsageDimension, UsageGrouping, type UsageSums } from "@lectern/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../../platform/db/transaction.ts";
import { insertTestPerson } from "../../../testing/insertTestPerson.ts";
import { interleave } from "../../../testing/interleave.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/testDatabase.ts";
import { rollUpUsage } from "../rollup/rollUpUsage.ts";
import { addDays } from "./addDays.ts";
import { buildUsageReport } from "./buildUsageReport.ts";
import type { UsageScope } from "./repository.ts";

const firstDay = "2026-11-01";
const dayCount = 12;
const dayMs = 86_400_000;
const values = {
  model: ["small", "large"],
  account: [null, "general_account", "260.05"],
  group: [null, "g1", "g2"],
  assistant: [null, "v1", "v2"],
  key: [null, "k1"],
} as const;

interface TestCall {
  person: number;
  model: string;
  account: string | null;
  group: string | null;
  assistant: string | null;
  key: string | null;
  /** Milliseconds after the first day. */
  atMs: number;
  inputTokens: number;
  outputTokens: number;
  /** Billionths of a cent, in which an exact decimal is an integer. */
  cost: number;
}

const call: fc.Arbitrary<TestCall> = fc.record({
  person: fc.integer({ min: 0, max: 2 }),
  model: fc.constantFrom(...values.model),
  account: fc.constantFrom(...values.account),
  group: fc.constantFrom(...values.group),
  assistant: fc.constantFrom(...values.assistant),
  key: fc.constantFrom(...values.key),
  // Also the first and the last moments of a day.
  atMs: fc.oneof(
    fc.integer({ min: 0, max: dayCount * dayMs - 1 }),
    fc.tuple(fc.integer({ min: 1, max: dayCount - 1 }), fc.constantFrom(-1, 0)).map(([day, ms]) => day * dayMs + ms),
  ),
  inputTokens: fc.integer({ min: 0, max: 2_000_000_000 }),
  outputTokens: fc.integer({ min: 0, max: 2_000_000_000 }),
  cost: fc.integer({ min: 0, max: 10 ** 15 }),
});
const day = fc.option(fc.integer({ min: 0, max: dayCount }).map((count) => addDays(firstDay, count)));
type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
const someFilters = fc.record(
  {
    model: fc.constantFrom(...values.model),
    account: fc.constantFrom(...values.account, ""),
    group: fc.constantFrom(...values.group, ""),
    assistant: fc.constantFrom("", "deleted"),
    key: fc.constantFrom(...values.key, ""),
    person: fc.integer({ min: 0, max: 2 }),
  },
  { requiredKeys: [] },
);
// Without filters, other sums are read.
const noFilters = fc.constant<ValueOf<typeof someFilters>>({});
const scopeArbitrary = fc
  .record({ from: day, before: day, filters: fc.oneof(someFilters, noFilters) })
  .map(({ from, before, filters }) => ({ period: { from, before }, filters }));
type TestScope = ValueOf<typeof scopeArbitrary>;

/** What happens to the table: calls are made, change or are taken back, and days are summed. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ insert: fc.array(call, { minLength: 1, maxLength: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ change: fc.nat(), cost: fc.integer({ min: 0, max: 10 ** 12 }) }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ rollUpOn: fc.integer({ min: 0, max: dayCount + 1 }) }) },
);

describe("a report on usage", () => {
  let database: TestDatabase;
  let people: string[];
  beforeAll(async () => {
    database = await createTestDatabase();
    people = [];
    for (const name of ["ann", "ben", "cai"]) people.push(await insertTestPerson(database.db, `${name}@uni.edu`));
  });
  afterAll(() => database.close());

  const toRow = (each: TestCall) => {
    const at = new Date(Date.parse(firstDay) + each.atMs);
    const person = people[each.person] ?? "";
    return {
      ...{ id: randomUUID(), user_id: person, credential_id: each.key ?? person, request_id: randomUUID() },
      ...{ model_id: each.model, account_id: each.account, group_id: each.group, assistant_id: each.assistant },
      ...{ purpose: "chat", opened_at: at, settled_at: at, is_estimate: false, cached_tokens: 0 },
      ...{ input_tokens: each.inputTokens, output_tokens: each.outputTokens, cost: toDecimal(BigInt(each.cost)) },
    };
  };

  async function clear(): Promise<void> {
    for (const table of ["usage", "usage_days", "usage_totals", "usage_rolled_days", "usage_series"] as const) {
      await database.db.deleteFrom(table).execute();
    }
  }

  const rollUp = (today: number) =>
    rollUpUsage({ db: database.db, clock: { now: () => new Date(Date.parse(firstDay) + (today + 0.5) * dayMs) } });

  async function takeSteps(steps: readonly ValueOf<typeof step>[]): Promise<TestCall[]> {
    const { db } = database;
    const calls: (TestCall & { id: string })[] = [];
    for (const each of steps) {
      if ("insert" in each) {
        const rows = each.insert.map(toRow);
        await db.insertInto("usage").values(rows).execute();
        calls.push(...each.insert.map((inserted, index) => ({ ...inserted, id: rows[index]?.id ?? "" })));
      } else if ("change" in each) {
        const changed = calls[each.change % calls.length];
        if (!changed) continue;
        changed.cost = each.cost;
        await db
          .updateTable("usage")
          .set({ cost: toDecimal(BigInt(each.cost)) })
          .where("id", "=", changed.id)
          .execute();
      } else if ("remove" in each) {
        const [removed] = calls.length === 0 ? [] : calls.splice(each.remove % calls.length, 1);
        if (removed) await db.deleteFrom("usage").where("id", "=", removed.id).execute();
      } else {
        await rollUp(each.rollUpOn);
      }
    }
    return calls;
  }

  const toScope = ({ period, filters }: TestScope): UsageScope => {
    const { person, ...others } = filters;
    const ids = Object.entries(others).map(([name, id]) => [name, id ?? ""]);
    return {
      period,
      filters: { ...Object.fromEntries(ids), ...(person === undefined ? {} : { person: people[person] ?? "" }) },
    };
  };

  test("equals a simple computation over the rows, whatever was summed before and whatever has changed since; by model, account, group, assistant, key and person it adds up to the same total, to the last digit", {
    timeout: 180_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), scopeArbitrary, async (steps, scope) => {
        await clear();
        const calls = (await takeSteps(steps)).filter((each) => isInScope(each, scope));
        const expected = sum(calls);
        for (const by of UsageGrouping.options) {
          const report = await buildUsageReport(database.db, toScope(scope), { by, limit: 100, offset: 0 });
          expect(report.total).toEqual(expected);
          expect(addUp(report.rows)).toEqual(expected);
          expect(addUp(report.days)).toEqual(expected);
          expect(report.rowCount).toBe(report.rows.length);
          const ids = Map.groupBy(calls, (each) => getId(each, by));
          expect(Object.fromEntries(report.rows.map(({ id, calls: count }) => [id, count]))).toEqual(
            Object.fromEntries([...ids].map(([id, part]) => [id, part.length])),
          );
          for (const { id, cost } of report.rows) expect(cost).toBe(sum(ids.get(id) ?? []).cost);
        }
      }),
      { numRuns: 60 },
    );
  });

  function getId(each: TestCall, by: UsageGrouping): string {
    const dayOfCall = addDays(firstDay, Math.floor(each.atMs / dayMs));
    switch (by) {
      case "day":
        return dayOfCall;
      case "month":
        return dayOfCall.slice(0, 7);
      case "person":
        return people[each.person] ?? "";
      case "assistant":
        // The versions do not exist.
        return each.assistant === null ? "" : "deleted";
      default:
        return each[by] ?? "";
    }
  }

  const isInScope = (each: TestCall, { period: { from, before }, filters }: TestScope): boolean => {
    const dayOfCall = getId(each, "day");
    if ((from !== null && dayOfCall < from) || (before !== null && dayOfCall >= before)) return false;
    const { person, ...others } = filters;
    if (person !== undefined && person !== each.person) return false;
    return Object.entries(others).every(([name, id]) => getId(each, UsageDimension.parse(name)) === (id ?? ""));
  };

  const at = (dayIndex: number, cost: number): TestCall => ({
    ...{ person: 0, model: "small", account: null, group: null, assistant: null, key: null },
    ...{ atMs: dayIndex * dayMs, inputTokens: 1, outputTokens: 1, cost },
  });
  const readTotal = async () =>
    (
      await buildUsageReport(
        database.db,
        { period: { from: null, before: null }, filters: {} },
        { by: "day", limit: 1, offset: 0 },
      )
    ).total;
  const listDays = () => database.db.selectFrom("usage_days").select(["day", "cost"]).orderBy("day").execute();

  test("the sums cover past days only, are computed once, and again for a day that has changed", async () => {
    await clear();
    const { db } = database;
    const rows = [at(0, 1), at(2, 2), at(4, 4)].map(toRow);
    await db.insertInto("usage").values(rows).execute();
    await rollUp(4);
    expect((await listDays()).map(({ day: each }) => each)).toEqual(["2026-11-01", "2026-11-03"]);
    expect(await db.selectFrom("usage_rolled_days").selectAll().orderBy("day").execute()).toEqual(
      ["01", "02", "03", "04"].map((each) => ({ day: `2026-11-${each}`, is_stale: false })),
    );
    await db
      .updateTable("usage")
      .set({ cost: 1 })
      .where("id", "=", rows[0]?.id ?? "")
      .execute();
    const stale = () => db.selectFrom("usage_rolled_days").where("is_stale", "=", true).select("day").execute();
    expect(await stale()).toEqual([{ day: "2026-11-01" }]);
    expect((await readTotal()).cost).toBe("1.000000000006");
    await rollUp(4);
    expect(await stale()).toEqual([]);
    expect((await readTotal()).cost).toBe("1.000000000006");
    expect(await listDays()).toMatchObject([{ cost: "1.000000000000" }, { cost: "0.000000000002" }]);
  });

  test("work that is ended stops between two days, and the rest is read from the rows", async () => {
    await clear();
    await database.db
      .insertInto("usage")
      .values([at(0, 1), at(1, 2)].map(toRow))
      .execute();
    const stopping = new AbortController();
    stopping.abort();
    await rollUpUsage({ db: database.db, clock: { now: () => new Date("2026-11-09T00:00:00Z") } }, stopping.signal);
    expect(await listDays()).toEqual([]);
    expect(await readTotal()).toMatchObject({ calls: 2, cost: "0.000000000003" });
  });
});

test("a day is not summed before the transactions that have changed it have ended", async () => {
  const database = await createTestDatabase("postgres");
  const { db } = database;
  const personId = await insertTestPerson(db, "dee@uni.edu");
  const opened_at = new Date("2026-11-01T23:59:59.999Z");
  const insert = (each: typeof db) =>
    each
      .insertInto("usage")
      .values({
        ...{ id: randomUUID(), user_id: personId, request_id: randomUUID(), model_id: "m", purpose: "chat" },
        ...{ opened_at, settled_at: opened_at, is_estimate: false, input_tokens: 1, output_tokens: 1 },
        ...{ cached_tokens: 0, cost: 1 },
      })
      .execute();
  await insert(db);
  const clock = { now: () => new Date("2026-11-02T00:00:00.001Z") };
  const [, rollup] = await interleave(
    db,
    (tx) => insert(tx),
    () => rollUpUsage({ db, clock }),
    () => Promise.resolve(),
  );
  expect(rollup.status).toBe("fulfilled");
  expect(await db.selectFrom("usage_days").select("calls").execute()).toEqual([{ calls: 2 }]);
  // Of several processes, one sums the day, and what changes after that waits to be seen.
  await insert(db);
  await transaction(db, async (tx) => {
    expect(await tx.selectFrom("usage_rolled_days").select("is_stale").execute()).toEqual([{ is_stale: true }]);
  });
  await Promise.all([rollUpUsage({ db, clock }), rollUpUsage({ db, clock })]);
  expect(await db.selectFrom("usage_days").select("calls").execute()).toEqual([{ calls: 3 }]);
  await database.close();
});

function sum(calls: readonly TestCall[]): UsageSums {
  return {
    calls: calls.length,
    inputTokens: calls.reduce((total, { inputTokens }) => total + inputTokens, 0),
    outputTokens: calls.reduce((total, { outputTokens }) => total + outputTokens, 0),
    cost: toDecimal(calls.reduce((total, { cost }) => total + BigInt(cost), 0n)),
  };
}

function addUp(rows: readonly UsageSums[]): UsageSums {
  return {
    calls: rows.reduce((total, { calls }) => total + calls, 0),
    inputTokens: rows.reduce((total, { inputTokens }) => total + inputTokens, 0),
    outputTokens: rows.reduce((total, { outputTokens }) => total + outputTokens, 0),
    cost: toDecimal(rows.reduce((total, { cost }) => total + toUnits(cost), 0n)),
  };
}

/** Writes 10^-12 dollars as an exact decimal, without zeros at its end. */
function toDecimal(units: bigint): string {
  const digits = String(units).padStart(13, "0");
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, "");
}

function toUnits(decimal: string): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(12, "0"));
}
