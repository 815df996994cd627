import { listSummaries } from "../../../server/src/modules/assistants/listing/repository.ts";
import {
  connectReader,
  insertManyAssistants,
} from "../../../server/src/modules/assistants/testing/insertManyAssistants.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { Figure } from "../../report.ts";
import { openMigratedDatabase } from "../../support/openMigratedDatabase.ts";
import { percentile } from "../../support/percentile.ts";
import type { Resources } from "../../support/resources.ts";

const strangerCount = 500;
const assistantsPerStranger = 50;
const ownCount = 20;
const groupCount = 5;
const assistantsPerGroup = 20;
const sharedCount = 40;
const rounds = 40;
const reader = { principalId: "own1", email: "reader@example.org", isSiteAdmin: false };

/** Measures the list of assistants of one person, before and after strangers have made 25,000, on both databases. */
export async function measureAssistantLists(resources: Resources, progress: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of ["PGlite", "PostgreSQL"] as const) {
    progress(`${kind}: the list of assistants`);
    const db = await openMigratedDatabase(kind, resources);
    await addReader(db);
    const alone = await measureList(db);
    await insertManyAssistants(db, { name: "stranger", owners: strangerCount, each: assistantsPerStranger });
    const among = await measureList(db);
    for (const [which, share] of [
      ["p50", 0.5],
      ["p95", 0.95],
    ] as const) {
      figures.push({
        name: `list of assistants, ${which}`,
        variant: `${kind}, ${(strangerCount * assistantsPerStranger).toLocaleString("en")} of strangers`,
        unit: "ms",
        ours: percentile(among, share),
        floor: percentile(alone, share),
      });
    }
  }
  return figures;
}

/** The reader has assistants of their own, of groups, and shared ones. */
async function addReader(db: Db): Promise<void> {
  await insertManyAssistants(db, { name: "own", owners: 1, each: ownCount });
  await insertManyAssistants(db, { name: "group", kind: "group", owners: groupCount, each: assistantsPerGroup });
  await insertManyAssistants(db, { name: "friend", owners: 1, each: sharedCount });
  await connectReader(db, { readerId: reader.principalId, friend: "friend", group: "group" });
}

async function measureList(db: Db): Promise<number[]> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const rows = await listSummaries(db, reader, { query: "", groupId: null, after: null, limit: 501 });
    durations.push(performance.now() - startedAt);
    const expected = ownCount + groupCount * assistantsPerGroup + sharedCount;
    if (rows.length !== expected) throw new Error(`the list has ${rows.length} assistants, not ${expected}`);
  }
  return durations;
}
