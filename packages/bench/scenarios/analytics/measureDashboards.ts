import { buildDashboard } from "../../../server/src/modules/analytics/dashboard/buildDashboard.ts";
import type { RecordScope } from "../../../server/src/modules/analytics/reading/recordScope.ts";
import { listRecords } from "../../../server/src/modules/analytics/reading/repository.ts";
import { insertManyRecords } from "../../../server/src/modules/analytics/testing/insertManyRecords.ts";
import type { Figure } from "../../report.ts";
import { openMigratedDatabase } from "../../support/openMigratedDatabase.ts";
import { median } from "../../support/percentile.ts";
import type { Resources } from "../../support/resources.ts";

/** Who has that many conversations has a PostgreSQL server. */
const peopleByDatabase = { PGlite: 10_000, PostgreSQL: 100_000 } as const;
const rounds = 5;
const newest = { query: "", category: null, sortBy: "timestamp", isDescending: true, offset: 0, limit: 100 } as const;

/** Measures the figures and the newest records of an assistant with ten records per person, on both databases. */
export async function measureDashboards(resources: Resources, progress: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of ["PGlite", "PostgreSQL"] as const) {
    const people = Number(process.env.ANALYTICS_PEOPLE || peopleByDatabase[kind]);
    progress(`${kind}: records of ${people} people`);
    const db = await openMigratedDatabase(kind, resources);
    const { groupId, assistantId } = await insertManyRecords(db, { people, days: 365 });
    const all: RecordScope = { groupId, assistantId, name: "", from: null, before: null, isHidden: false };
    const count = () =>
      db
        .selectFrom("analysis_records")
        .select((eb) => eb.fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
    const floor = await measure(count);
    const lastMonth = { ...all, from: new Date("2026-10-30T00:00:00Z") };
    const measured = {
      "dashboard over all records": () => buildDashboard(db, all),
      "dashboard over the last month": () => buildDashboard(db, lastMonth),
      "dashboard over all records, people hidden": () => buildDashboard(db, { ...all, isHidden: true }),
      "the newest 100 records of all": () => listRecords(db, all, newest),
    };
    for (const [name, run] of Object.entries(measured)) {
      progress(`${kind}: ${name}`);
      const variant = `${kind}, ${(people * 10).toLocaleString("en")} records`;
      const isMain = name === "dashboard over all records" && kind === "PostgreSQL";
      const aim = isMain ? { aim: { atMost: 500 } } : {};
      figures.push({ name: `${name}, p50`, variant, unit: "ms", ours: await measure(run), floor, ...aim });
    }
  }
  return figures;
}

async function measure(run: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await run();
    durations.push(performance.now() - startedAt);
  }
  return median(durations);
}
