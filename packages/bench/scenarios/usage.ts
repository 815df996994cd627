import { buildUsageReport } from "../../server/src/modules/usage/report/buildUsageReport.ts";
import type { UsageScope } from "../../server/src/modules/usage/report/repository.ts";
import { rollUpUsage } from "../../server/src/modules/usage/rollup/rollUpUsage.ts";
import { insertManyUsage } from "../../server/src/modules/usage/testing/insertManyUsage.ts";
import type { Figure } from "../report.ts";
import { openMigratedDatabase } from "../support/openMigratedDatabase.ts";
import { median } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";

/** Who has that many calls has a PostgreSQL server. */
const callsByDatabase = { PGlite: 200_000, PostgreSQL: 5_000_000 } as const;
const callsPerPerson = 500;
const rounds = 5;
const all: UsageScope = { period: { from: null, before: null }, filters: {} };
const lastMonth: UsageScope = { ...all, period: { from: "2026-10-31", before: null } };
/** The first day after those of the calls, so that all of them are summed. */
const clock = { now: () => new Date("2026-11-30T12:00:00Z") };

/** Measures the reports of the tab Usage over the calls of a year. */
export const usage: Scenario = async (resources, progress) => {
  const figures: Figure[] = [];
  for (const kind of ["PGlite", "PostgreSQL"] as const) {
    const rows = Number(process.env.USAGE_CALLS || callsByDatabase[kind]);
    progress(`${kind}: ${rows} calls`);
    const db = await openMigratedDatabase(kind, resources);
    await insertManyUsage(db, { rows, people: Math.ceil(rows / callsPerPerson), days: 365 });
    progress(`${kind}: the sums of each day`);
    await rollUpUsage({ db, clock });
    const variant = `${kind}, ${rows.toLocaleString("en")} calls`;
    const count = () =>
      db
        .selectFrom("usage")
        .select((eb) => eb.fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
    const floor = await measure(count);
    const report = (scope: UsageScope, by: "model" | "person") => () =>
      buildUsageReport(db, scope, { by, limit: 25, offset: 0 });
    const measured = {
      "the tab as it opens: the last 30 days by model": report(lastMonth, "model"),
      "the last 30 days by person": report(lastMonth, "person"),
      "all calls by model": report(all, "model"),
      "all calls by person": report(all, "person"),
      "all calls of a group, by person": report({ ...all, filters: { group: "group-3" } }, "person"),
      "all calls of a person, by model": report({ ...all, filters: { person: "person-5" } }, "model"),
    };
    for (const [name, run] of Object.entries(measured)) {
      progress(`${kind}: ${name}`);
      const aim = kind === "PostgreSQL" ? { aim: { atMost: 500 } } : {};
      figures.push({ name: `${name}, p50`, variant, unit: "ms", ours: await measure(run), floor, ...aim });
    }
  }
  return {
    scenario: "usage",
    floor: "counting the same calls (`count(*)`)",
    figures,
    notes: ["People have 500 calls a year on average, eight on a day on which they come; the few busiest have most."],
  };
};

async function measure(run: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await run();
    durations.push(performance.now() - startedAt);
  }
  return median(durations);
}
