import { randomUUID } from "node:crypto";
import type { AnalysisDistribution, DashboardData } from "@lectern/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../../platform/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/testDatabase.ts";
import type { RecordScope } from "../reading/recordScope.ts";
import { listRecords } from "../reading/repository.ts";
import { recordTurn } from "../recording/recordTurn.ts";
import { linkRecords } from "../recording/repository.ts";
import { buildDashboard, mergeRareValues } from "./buildDashboard.ts";

const groupId = "g";
const assistantIds = ["astgp/a", "astgp/b"] as const;
const hourMs = 3_600_000;
/** A Monday. */
const start = Date.parse("2026-11-02T00:00:00Z");

interface TestRecord {
  person: number;
  assistant: number;
  hours: number;
  prompts: number;
  userRating: number | null;
  systemRating: number | null;
  employeeType: string | null;
  entryPoint: string;
  category: string | null;
}

const rating = fc.option(fc.integer({ min: 1, max: 5 }));
const record: fc.Arbitrary<TestRecord> = fc.record({
  person: fc.integer({ min: 1, max: 9 }),
  assistant: fc.integer({ min: 0, max: 1 }),
  hours: fc.integer({ min: 0, max: 21 * 24 - 1 }),
  prompts: fc.integer({ min: 1, max: 30 }),
  userRating: rating,
  systemRating: rating,
  employeeType: fc.option(fc.constantFrom("Staff", "Student")),
  entryPoint: fc.constantFrom("Lectern", "Moodle", "Other"),
  category: fc.option(fc.constantFrom("Exams", "Rooms", "exams")),
});
const scopeArbitrary = fc.record({
  assistant: fc.option(fc.constantFrom(...assistantIds)),
  fromWeek: fc.option(fc.integer({ min: 0, max: 3 })),
  beforeWeek: fc.option(fc.integer({ min: 0, max: 3 })),
  fromDay: fc.integer({ min: 0, max: 6 }),
});

describe("the figures of a dashboard", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { db } = database;
    await sql`insert into principals (id, kind) values (${groupId}, 'group')`.execute(db);
    await sql`
      insert into groups (id, wire_id, name, supports_analysis, created_at)
      values (${groupId}, 'G', 'G', true, now())`.execute(db);
    await sql`
      insert into assistants (id, owner_id, name, version, is_published, created_at, updated_at)
      select id, ${groupId}, id, 1, true, now(), now() from unnest(${[...assistantIds]}::text[]) as id`.execute(db);
  });
  afterAll(() => database.close());

  async function store(records: readonly TestRecord[]): Promise<void> {
    await database.db.deleteFrom("analysis_records").execute();
    if (records.length === 0) return;
    const rows = records.map((each) => {
      const startedAt = new Date(start + each.hours * hourMs);
      return {
        ...{ id: randomUUID(), group_id: groupId, assistant_id: assistantIds[each.assistant] ?? "" },
        ...{ assistant_name: "A", pseudonym: String(-each.person), conversation_hash: randomUUID(), model_used: "m" },
        ...{ started_at: startedAt, updated_at: startedAt, number_prompts: each.prompts, category: each.category },
        ...{ user_rating: each.userRating, system_rating: each.systemRating },
        ...{ employee_type: each.employeeType, entry_point: each.entryPoint },
      };
    });
    await database.db.insertInto("analysis_records").values(rows).execute();
    await transaction(database.db, async (tx) => {
      for (const pseudonym of new Set(rows.map((row) => row.pseudonym))) {
        await linkRecords(tx, { groupId, pseudonym, startedAt: new Date(start).toISOString() });
      }
    });
  }

  test.each([false, true])(
    "equal a simple computation over the records (people hidden: %s)",
    { timeout: 120_000 },
    async (isHidden) => {
      await fc.assert(
        fc.asyncProperty(fc.array(record, { maxLength: 60 }), scopeArbitrary, async (records, chosen) => {
          await store(records);
          // Ranges of hidden people are whole weeks.
          const toDate = (week: number | null) =>
            week === null ? null : new Date(start + (week * 7 + (isHidden ? 0 : chosen.fromDay)) * 24 * hourMs);
          const scope: RecordScope = {
            ...{ groupId, name: "N", assistantId: chosen.assistant, isHidden },
            ...{ from: toDate(chosen.fromWeek), before: toDate(chosen.beforeWeek) },
          };
          const chosenRecords = records.filter((each) => {
            const time = start + each.hours * hourMs;
            const isOfAssistant = chosen.assistant === null || assistantIds[each.assistant] === chosen.assistant;
            const isAfter = scope.from === null || time >= scope.from.getTime();
            return isOfAssistant && isAfter && (scope.before === null || time < scope.before.getTime());
          });
          const expected = computeDashboard(chosenRecords, isHidden);
          expect(await buildDashboard(database.db, scope)).toEqual({ ...expected, assistantName: "N" });
          if (isHidden) await expectHiddenList(scope, chosenRecords);
        }),
        { numRuns: 60 },
      );
    },
  );

  test("know the person's previous conversation, in whatever order conversations are recorded", async () => {
    const turn = fc.record({
      person: fc.integer({ min: 1, max: 2 }),
      assistant: fc.integer({ min: 0, max: 1 }),
      conversation: fc.integer({ min: 1, max: 6 }),
      hours: fc.integer({ min: 0, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 15 }), async (turns) => {
        const { db } = database;
        await db.deleteFrom("analysis_records").execute();
        for (const each of turns) await transaction(db, (tx) => recordTurn(tx, toNewTurn(each)));
        const rows = await db.selectFrom("analysis_records").selectAll().orderBy("started_at").orderBy("id").execute();
        for (const [index, row] of rows.entries()) {
          const earlier = rows.slice(0, index).filter(({ pseudonym }) => pseudonym === row.pseudonym);
          const ofAssistant = earlier.filter(({ assistant_id }) => assistant_id === row.assistant_id);
          expect(row.previous_in_group_at).toEqual(earlier.at(-1)?.started_at ?? null);
          expect(row.previous_at).toEqual(ofAssistant.at(-1)?.started_at ?? null);
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  const toNewTurn = (turn: { person: number; assistant: number; conversation: number; hours: number }) => {
    const startedAt = new Date(start + turn.hours * hourMs).toISOString();
    const id = assistantIds[turn.assistant] ?? "";
    return {
      assistant: { id, versionId: "v", groupId, name: "A", isJudged: false, categories: [] },
      person: { id: `p${turn.person}`, kind: "person" as const, payer: "general_account" },
      conversationHash: `${turn.person} ${turn.conversation}`,
      promptHash: startedAt,
      ...{
        answer: null,
        pseudonym: String(turn.person),
        isHidden: false,
        employeeType: null,
        entryPoint: "E",
        modelName: "m",
      },
      ...{ startedAt, endedAt: startedAt },
    };
  };

  /** Nothing in a list of hidden people is about fewer than 5 of them. */
  async function expectHiddenList(scope: RecordScope, records: readonly TestRecord[]): Promise<void> {
    const query = { query: "", category: null, sortBy: "user", isDescending: false, offset: 0, limit: 200 } as const;
    const { rows, total } = await listRecords(database.db, scope, query);
    expect(rows).toHaveLength(total);
    if (countPeople(records) < 5) expect(total).toBe(0);
    for (const row of rows) {
      expect(row).toMatchObject({ user: null, userFeedback: null, hasContent: false });
      expect((row.timestamp.getTime() - start) % (7 * 24 * hourMs)).toBe(0);
      for (const property of ["employeeType", "entryPoint", "category"] as const) {
        const value = row[property];
        if (value === null || value === "Other") continue;
        expect(countPeople(records.filter((each) => each[property] === value))).toBeGreaterThanOrEqual(5);
      }
    }
  }
});

const countPeople = (records: readonly TestRecord[]) => new Set(records.map(({ person }) => person)).size;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function groupBy<Key>(records: readonly TestRecord[], getKey: (record: TestRecord) => Key): [Key, TestRecord[]][] {
  return [...Map.groupBy(records, getKey)];
}

function computeDashboard(records: readonly TestRecord[], isHidden: boolean): Omit<DashboardData, "assistantName"> {
  const min = isHidden ? 5 : 1;
  const isShown = (part: readonly TestRecord[]) => countPeople(part) >= min;
  const shown = isShown(records) ? records : [];
  const average = (property: "userRating" | "systemRating") => {
    const rated = shown.filter((each) => each[property] !== null);
    return isShown(rated) ? sum(rated.map((each) => each[property] ?? 0)) / rated.length : null;
  };
  const distribute = (property: "entryPoint" | "category" | "employeeType"): AnalysisDistribution => {
    const small = groupBy(shown, (each) => each[property]).flatMap(([value, part]) => (isShown(part) ? [] : [value]));
    return groupBy(shown, (each) => (small.includes(each[property]) ? "Other" : each[property]))
      .filter(([, part]) => isShown(part))
      .map(([value, part]) => ({ value, count: part.length }))
      .sort((a, b) => b.count - a.count || ((a.value ?? "") < (b.value ?? "") ? -1 : 1));
  };
  const toDay = ({ hours }: TestRecord) =>
    new Date(start + (isHidden ? Math.floor(hours / (7 * 24)) * 7 * 24 : hours) * hourMs).toISOString().slice(0, 10);
  return {
    numUsers: countPeople(shown),
    totalConversations: shown.length,
    averagePromptsPerConversation: shown.length === 0 ? 0 : sum(shown.map(({ prompts }) => prompts)) / shown.length,
    averageUserRating: average("userRating"),
    averageSystemRating: average("systemRating"),
    entryPointDistribution: distribute("entryPoint"),
    categoryDistribution: distribute("category"),
    employeeTypeDistribution: distribute("employeeType"),
    activity: groupBy(shown, toDay)
      .filter(([, part]) => isShown(part))
      .map(([day, part]) => ({ day, conversations: part.length, users: countPeople(part) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    areIdentitiesHidden: isHidden,
  };
}

test("a distribution has at most 101 values, of which the last ones are merged, and no conversation is lost", () => {
  const value = fc.record({ value: fc.string({ maxLength: 3 }), count: fc.integer({ min: 1, max: 9 }) });
  const distribution = fc.uniqueArray(value, { selector: (each) => each.value, minLength: 90, maxLength: 150 });
  fc.assert(
    fc.property(distribution, (values) => {
      const merged = mergeRareValues(values);
      expect(merged.length).toBeLessThanOrEqual(101);
      expect(sum(merged.map(({ count }) => count))).toBe(sum(values.map(({ count }) => count)));
      expect(new Set(merged.map((each) => each.value)).size).toBe(merged.length);
    }),
  );
});
